package io.messina.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.connectors.http.ProviderDouble;
import io.messina.connectors.http.Received;
import io.messina.connectors.http.Script;
import io.messina.server.RunningNode;
import io.messina.server.http.RawConnection;
import io.messina.server.ingest.EncodedBatch;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The trace of a request, wherever its events come out. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class TraceContextTest {

  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final String OTHER = "00-11111111111111111111111111111111-2222222222222222-00";
  private static final String[] TRACED = {
    "traceparent: " + PARENT, "tracestate: rojo=1", "baggage: user=anna"
  };
  private static final Map<String, String> ALL =
      Map.of("traceparent", PARENT, "tracestate", "rojo=1", "baggage", "user=anna");

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    Path secrets = Files.createDirectory(folder.resolve("secrets"));
    Files.writeString(secrets.resolve("hook"), "whsec_" + "MTIz".repeat(8) + "\n");
    node =
        RunningNode.in(
            folder,
            "--durability",
            "os",
            "--messages-shards",
            "2",
            "--secrets",
            secrets.toString());
  }

  private static String stream(String name) throws Exception {
    String stream = "/v1/streams/" + name;
    node.json(201, "PUT", stream, "{\"shards\":1}");
    node.json(
        201,
        "PUT",
        stream + "/groups/g",
        "{\"max_attempts\":1,\"backoff\":{\"first\":\"1ms\",\"longest\":\"2ms\"}}");
    return stream;
  }

  private static void append(String stream, String body, String type, String... headers)
      throws Exception {
    String[] all =
        Stream.concat(Stream.of("Content-Type: " + type), Stream.of(headers))
            .toArray(String[]::new);
    node.json(202, "POST", stream + "/events", body, all);
  }

  private static JsonNode claimed(String stream) throws Exception {
    JsonNode events =
        node.json(200, "POST", stream + "/groups/g/claim", "{\"wait\":\"30s\"}").get("events");
    assertThat(events).isNotEmpty();
    return events;
  }

  private static Map<String, String> headers(JsonNode event) {
    return event
        .path("headers")
        .propertyStream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().stringValue()));
  }

  @Test
  void a_trace_comes_out_wherever_its_event_does() throws Exception {
    String stream = stream("out");
    append(stream, "{\"n\":1}", "application/json", TRACED);
    JsonNode page = node.json(200, "GET", stream + "/events?shard=0", "").get("events");
    assertThat(headers(page.get(0))).isEqualTo(ALL);
    JsonNode one =
        node.json(200, "GET", stream + "/events/" + page.get(0).get("id").stringValue(), "");
    assertThat(headers(one)).isEqualTo(ALL);
    try (RawConnection tail = node.connect()) {
      tail.send(
          RawConnection.head(
              "GET " + stream + "/events?from=earliest", "Accept: text/event-stream"));
      assertThat(tail.upTo("\"payload\"")).contains(PARENT).contains("rojo=1", "user=anna");
    }
    JsonNode followed =
        node.json(200, "GET", stream + "/groups/g/shards/0/events", "").get("events");
    assertThat(headers(followed.get(0))).isEqualTo(ALL);
    JsonNode event = claimed(stream).get(0);
    assertThat(headers(event)).isEqualTo(ALL);
    String receipt = event.get("receipt").stringValue();
    node.json(
        200,
        "POST",
        stream + "/groups/g/nack",
        "{\"receipts\":[\"" + receipt + "\"],\"dead\":true}");
    String letters = stream + "/groups/g/dead-letters";
    JsonNode dead = node.awaited(letters, answer -> !answer.get("dead_letters").isEmpty());
    assertThat(headers(dead.get("dead_letters").get(0))).isEqualTo(ALL);
    node.json(200, "POST", letters + "/redrive", "{\"all\":true}");
    assertThat(headers(claimed(stream).get(0))).isEqualTo(ALL);
  }

  @Test
  void what_a_line_says_itself_wins() throws Exception {
    String stream = stream("lines");
    append(stream, "{\"n\":1}\n{\"n\":2}\n", "application/x-ndjson", TRACED);
    append(
        stream,
        "{\"payload\":3,\"headers\":{\"traceparent\":\"%s\"}}\n{\"payload\":4,\"headers\":{\"baggage\":\"b=1\",\"x\":\"y\"}}\n"
            .formatted(OTHER),
        "application/vnd.messina+json",
        TRACED);
    append(stream, "5", "application/json", withOwn());
    JsonNode events = claimed(stream);
    List<Map<String, String>> all =
        IntStream.range(0, 5).mapToObj(i -> headers(events.get(i))).toList();
    assertThat(all.get(0)).isEqualTo(ALL);
    assertThat(all.get(1)).isEqualTo(ALL);
    assertThat(all.get(2)).isEqualTo(Map.of("traceparent", OTHER, "baggage", "user=anna"));
    assertThat(all.get(3))
        .isEqualTo(
            Map.of("traceparent", PARENT, "tracestate", "rojo=1", "baggage", "b=1", "x", "y"));
    assertThat(all.get(4)).isEqualTo(Map.of("traceparent", OTHER, "baggage", "user=anna"));
  }

  private static String[] withOwn() {
    return Stream.concat(Stream.of("Messina-Header-traceparent: " + OTHER), Stream.of(TRACED))
        .toArray(String[]::new);
  }

  @Test
  void events_of_a_batch_get_the_trace_of_its_request_unless_they_have_one() throws Exception {
    String stream = stream("batch");
    Event plain = Event.of(Bytes.utf8("1"));
    Event own = plain.withHeaders(Map.of("traceparent", OTHER));
    byte[] body = EncodedBatch.ofOneShard(0, List.of(plain, own));
    assertThat(appendBatch(stream, body, TRACED)).contains("\"accepted\":2,\"duplicates\":0");
    assertThat(appendBatch(stream, body, "traceparent: " + OTHER)).contains("\"duplicates\":2");
    assertThat(appendBatch(stream, body)).contains("\"duplicates\":2");
    JsonNode events = claimed(stream);
    assertThat(headers(events.get(0))).isEqualTo(ALL);
    assertThat(headers(events.get(1)))
        .isEqualTo(Map.of("traceparent", OTHER, "baggage", "user=anna"));
  }

  private static String appendBatch(String stream, byte[] body, String... headers)
      throws Exception {
    String tag = node.json(200, "GET", stream, "").get("tag").stringValue();
    String[] all =
        Stream.concat(
                Stream.of(
                    "Content-Type: application/vnd.messina.batch",
                    "If-Match: \"" + tag + "\"",
                    "Idempotency-Key: k"),
                Stream.of(headers))
            .toArray(String[]::new);
    HttpRequest request =
        HttpRequest.newBuilder(node.request("POST", stream + "/events", "x", all), (_, _) -> true)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    HttpResponse<String> answer = node.client().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    return answer.body();
  }

  @Test
  void a_wrong_trace_is_dropped_and_refuses_nothing() throws Exception {
    String stream = stream("wrong");
    append(stream, "1", "application/json", "traceparent: 00-xyz", "tracestate: a=1");
    append(stream, "2", "application/json", "traceparent: " + PARENT, "traceparent: " + OTHER);
    append(stream, "3", "application/json", "traceparent: " + PARENT, "tracestate: A");
    append(stream, "4", "application/json", "tracestate: a=1", "baggage: x");
    append(
        stream,
        "5",
        "application/json",
        "traceparent: " + PARENT,
        "tracestate: a=1",
        "tracestate: b=2");
    JsonNode events = claimed(stream);
    assertThat(IntStream.range(0, 5).mapToObj(i -> headers(events.get(i))))
        .containsExactly(
            Map.of(),
            Map.of(),
            Map.of("traceparent", PARENT),
            Map.of(),
            Map.of("traceparent", PARENT, "tracestate", "a=1,b=2"));
  }

  @Test
  void a_trace_counts_as_headers_do() throws Exception {
    String stream = stream("many");
    String[] most =
        Stream.concat(
                IntStream.range(0, 62).mapToObj(i -> "Messina-Header-H" + i + ": v"),
                Stream.of(TRACED))
            .toArray(String[]::new);
    node.problem(ProblemCode.BAD_REQUEST, "POST", stream + "/events", "1", most);
    node.json(202, "POST", stream + "/events", "1", Arrays.copyOf(most, 64));
  }

  @Test
  void a_delayed_event_keeps_the_trace_of_its_first_attempt() throws Exception {
    String stream = stream("late");
    String[] later = {"Idempotency-Key: k", "Messina-Not-Before: " + Instant.now().plusSeconds(1)};
    String[] first = Stream.concat(Stream.of(later), Stream.of(TRACED)).toArray(String[]::new);
    append(stream, "1", "application/json", first);
    append(stream, "1", "application/json", later[0], later[1], "traceparent: " + OTHER);
    JsonNode events = claimed(stream);
    assertThat(events).hasSize(1);
    assertThat(headers(events.get(0))).isEqualTo(ALL);
  }

  @Test
  void a_repeat_is_one_whatever_its_span() throws Exception {
    String stream = stream("again");
    append(stream, "1", "application/json", "Idempotency-Key: k", "traceparent: " + PARENT);
    JsonNode repeated =
        node.json(
            202,
            "POST",
            stream + "/events",
            "1",
            "Idempotency-Key: k",
            "traceparent: " + OTHER,
            "baggage: a=1");
    assertThat(repeated.get("duplicates").intValue()).isEqualTo(1);
    node.problem(
        ProblemCode.KEY_CONFLICT,
        "POST",
        stream + "/events",
        "1",
        "Idempotency-Key: k",
        "Messina-Header-x: y");
  }

  @Test
  void a_sink_posts_a_single_event_under_its_trace() throws Exception {
    String stream = stream("posted");
    append(stream, "{\"n\":1}", "application/json", TRACED);
    try (ProviderDouble receiver =
        ProviderDouble.start(Received::target, ProviderDouble.Repeats.NEW)) {
      String options =
          "{\"stream\":\"posted\",\"url\":\"%s\",\"allow_private\":true,\"format\":\"%s\"}";
      node.json(201, "PUT", "/v1/sinks/plain", options.formatted(receiver.url("/p"), "ndjson"));
      Received plain = receiver.request();
      assertThat(plain.headers()).containsAllEntriesOf(ALL);
      assertThat(plain.text()).contains("\"traceparent\":\"" + PARENT + "\"");
      node.json(
          201, "PUT", "/v1/sinks/clouds", options.formatted(receiver.url("/c"), "cloudevents"));
      Received cloud = receiver.request();
      assertThat(cloud.headers()).containsAllEntriesOf(ALL);
      assertThat(cloud.text())
          .contains("\"traceparent\":\"" + PARENT + "\",\"tracestate\":\"rojo=1\"");
      append(stream, "2\n3\n", "application/x-ndjson", "traceparent: " + OTHER);
      for (Received both : List.of(receiver.request(), receiver.request())) {
        assertThat(both.headers()).doesNotContainKeys("traceparent", "tracestate", "baggage");
        assertThat(both.text()).contains(OTHER);
      }
    }
  }

  @Test
  void a_message_leaves_under_the_trace_of_its_request() throws Exception {
    try (ProviderDouble provider =
        ProviderDouble.start(Received::text, ProviderDouble.Repeats.NEW)) {
      node.json(201, "PUT", "/v1/accounts/shop", "{}");
      node.json(
          201,
          "PUT",
          "/v1/connectors/carrier",
          "{\"http\":{\"url\":\"%s\",\"body\":\"{\\\"to\\\":\\\"{{to}}\\\"}\",\"allow_private\":true},\"timeout\":\"5s\"}"
              .formatted(provider.url("/messages")));
      node.json(
          201,
          "PUT",
          "/v1/connectors/hooks",
          "{\"webhook\":{\"secrets\":[\"file:hook\"],\"allow_private\":true},\"timeout\":\"5s\"}");
      node.json(201, "PUT", "/v1/routes/sms", "{\"channel\":\"sms\",\"weights\":{\"carrier\":1}}");
      node.json(
          201, "PUT", "/v1/routes/hooks", "{\"channel\":\"webhook\",\"weights\":{\"hooks\":1}}");
      String sms =
          "{\"account\":\"shop\",\"channel\":\"sms\",\"to\":\"+393331234567\",\"content\":{\"text\":\"Hi\"}}";
      provider.next(Script.refuse(429, "{}"));
      node.json(202, "POST", "/v1/messages", sms, TRACED);
      assertThat(provider.request().headers()).containsAllEntriesOf(ALL);
      assertThat(provider.request().headers()).as("at its next attempt").containsAllEntriesOf(ALL);
      String hook =
          "{\"account\":\"shop\",\"channel\":\"webhook\",\"to\":\"%s\",\"key\":\"k\",\"content\":{\"data\":{\"a\":1}}}"
              .formatted(provider.url("/hook"));
      node.json(
          202,
          "POST",
          "/v1/messages",
          hook + "\n" + sms,
          Stream.concat(Stream.of("Content-Type: application/x-ndjson"), Stream.of(TRACED))
              .toArray(String[]::new));
      assertThat(provider.request().headers()).containsAllEntriesOf(ALL);
      assertThat(provider.request().headers()).containsAllEntriesOf(ALL);
      JsonNode again = node.json(202, "POST", "/v1/messages", hook, "traceparent: " + OTHER);
      assertThat(again.get("repeated").booleanValue()).isTrue();
    }
  }
}
