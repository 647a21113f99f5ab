package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.config.ServerVersion;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Streams, and the events that are appended to them, delayed and read. */
class EventsTest extends OnEachStore {

  private static final String MEMBER = "127\\.0\\.0\\.1:\\d+";
  private static final String ENVELOPES = "Content-Type: application/vnd.messina+json";

  private static List<JsonNode> events(String stream) throws Exception {
    List<JsonNode> events = new ArrayList<>();
    node.json(200, "GET", stream + "/events?shard=0&limit=1000", "")
        .get("events")
        .forEach(events::add);
    return events;
  }

  @Test
  void a_stream_is_created_changed_listed_and_deleted() throws Exception {
    JsonNode made =
        node.json(
            201,
            "PUT",
            "/v1/streams/one",
            "{\"shards\":4,\"key\":\"/user\",\"retention\":\"forever\"}");
    assertThat(made.toString())
        .startsWith(
            "{\"name\":\"one\",\"generation\":1,\"shards\":4,\"retention\":\"forever\","
                + "\"deduplicate\":\"10m\",\"key\":\"/user\",\"placement\":\"any\",\"tag\":");
    assertThat(node.json(200, "PATCH", "/v1/streams/one", "{}")).isEqualTo(made);
    JsonNode changed =
        node.json(
            200,
            "PATCH",
            "/v1/streams/one",
            "{\"key\":null,\"deduplicate\":\"0s\",\"schema\":{\"type\":\"object\"}}");
    assertThat(changed.has("key")).isFalse();
    assertThat(changed.get("schema").toString()).isEqualTo("{\"type\":\"object\"}");
    assertThat(node.json(200, "GET", "/v1/streams/one", "")).isEqualTo(changed);
    assertThat(node.json(200, "GET", "/v1/streams", "").get("streams")).contains(changed);
    assertThat(
            node.problem(ProblemCode.CONFLICT, "PUT", "/v1/streams/one", "{\"shards\":8}")
                .get("detail")
                .stringValue())
        .contains("shards: 8");
    JsonNode replaced = node.json(200, "PUT", "/v1/streams/one", "");
    assertThat(replaced.get("shards").intValue()).isEqualTo(4);
    assertThat(replaced.get("retention").stringValue()).isEqualTo("7d");
    assertThat(replaced.has("schema")).isFalse();
    node.json(204, "DELETE", "/v1/streams/one", "");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "PATCH", "/v1/streams/one", "{}");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "GET", "/v1/streams/one", "");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "DELETE", "/v1/streams/one", "");
  }

  @Test
  void what_is_no_json_is_not_taken_past_a_schema_or_a_pointer() throws Exception {
    String form = "Content-Type: application/x-www-form-urlencoded";
    String checked =
        stream("checked", "{\"shards\":1,\"schema\":{\"required\":[\"n\"]}}") + "/events";
    for (String type : List.of(form, "Content-Type: text/plain", "Content-Type: x/y")) {
      assertThat(
              node.problem(ProblemCode.SCHEMA_VIOLATION, "POST", checked, "{\"x\":1}", type)
                  .get("detail")
                  .stringValue())
          .contains("expected: application/json, as the stream has a schema");
    }
    node.problem(
        ProblemCode.SCHEMA_VIOLATION, "POST", checked, "{\"payload_base64\":\"eHg=\"}", ENVELOPES);
    String keyed = stream("formed", "{\"shards\":1,\"key\":\"/user\"}") + "/events";
    assertThat(
            node.problem(ProblemCode.BAD_REQUEST, "POST", keyed, "{\"user\":\"anna\"}", form)
                .get("detail")
                .stringValue())
        .contains("curl sends this type");
    node.json(202, "POST", keyed, "opaque", "Content-Type: text/plain", "Messina-Key: anna");
  }

  @Test
  void an_empty_body_is_no_event_unless_it_says_so() throws Exception {
    String events = stream("empty", "{\"shards\":1}") + "/events";
    assertThat(
            node.problem(ProblemCode.BAD_REQUEST, "POST", events, "", "Content-Type: text/plain")
                .get("detail")
                .stringValue())
        .startsWith("body: empty");
    node.json(202, "POST", events, "{\"payload_base64\":\"\"}", ENVELOPES);
  }

  @Test
  void an_event_is_read_as_it_was_appended() throws Exception {
    String stream = stream("plain", "{\"shards\":1,\"key\":\"/user\",\"time\":\"/at\"}");
    JsonNode appended =
        node.json(
            202,
            "POST",
            stream + "/events",
            "{\"user\":\"änna\", \"n\":1.50,\"at\":\"2015-09-12T00:46:58.771Z\"}",
            "Messina-Header-Trace: a b");
    assertThat(appended.get("accepted").intValue()).isEqualTo(1);
    assertThat(appended.get("duplicates").intValue()).isEqualTo(0);
    String id = appended.get("ids").get(0).stringValue();
    String report = node.send("GET", stream + "/events/" + id, "").body();
    assertThat(report)
        .contains("\"id\":\"" + id + "\",\"shard\":0,\"position\":\"1.0\",\"key\":\"änna\"")
        .contains("\"time\":\"2015-09-12T00:46:58.771Z\"")
        .contains("\"headers\":{\"trace\":\"a b\"},\"content_type\":\"application/json\"")
        .contains("\"payload\":{\"user\":\"änna\", \"n\":1.50,\"at\"")
        .endsWith("\"groups\":{}}\n");
    node.problem(
        ProblemCode.EVENT_NOT_FOUND,
        "GET",
        stream + "/events/" + id.replace(id.charAt(9), 'A') + "A",
        "");
    node.problem(ProblemCode.EVENT_NOT_FOUND, "GET", stream + "/events/x", "");
  }

  @Test
  void a_payload_that_is_no_json_comes_back_in_base64() throws Exception {
    String stream = stream("opaque", "{\"shards\":1}");
    node.json(202, "POST", stream + "/events", "hello", "Content-Type: text/plain");
    JsonNode event = events(stream).getFirst();
    assertThat(event.get("content_type").stringValue()).isEqualTo("text/plain");
    assertThat(event.get("payload_base64").stringValue()).isEqualTo("aGVsbG8=");
    assertThat(event.get("time")).isEqualTo(event.get("append_time"));
  }

  @Test
  void lines_are_events_with_the_key_of_the_request_and_their_number() throws Exception {
    String stream = stream("lines", "{\"shards\":4}");
    String body = "{\"n\":0}\n{\"n\":1}\n{\"n\":2}\n";
    JsonNode first = node.json(202, "POST", stream + "/events", body, LINES, "Idempotency-Key: k");
    JsonNode again = node.json(202, "POST", stream + "/events", body, LINES, "Idempotency-Key: k");
    assertThat(again.get("ids")).isEqualTo(first.get("ids"));
    assertThat(again.get("accepted").intValue()).isEqualTo(0);
    assertThat(again.get("duplicates").intValue()).isEqualTo(3);
    JsonNode second =
        node.json(202, "POST", stream + "/events", "{\"n\":1}", "Idempotency-Key: k#1");
    assertThat(second.get("ids").get(0)).isEqualTo(first.get("ids").get(1));
    node.problem(
        ProblemCode.KEY_CONFLICT, "POST", stream + "/events", "{\"n\":7}", "Idempotency-Key: k#1");
    node.problem(
        ProblemCode.BAD_REQUEST, "POST", stream + "/events", "{}", "Idempotency-Key: ~due/1");
  }

  @Test
  void a_numbered_batch_is_as_large_as_a_request() throws Exception {
    String stream = stream("large-batches", "{\"shards\":4}");
    String[] batch = {ENVELOPES, "Messina-Source: s", "Messina-Batch: 0"};
    String lines =
        IntStream.range(0, 10_000)
            .mapToObj(
                i -> "{\"key\":\"k" + i % 5 + "\",\"payload\":\"" + "x".repeat(90) + i + "\"}")
            .collect(Collectors.joining("\n"));

    JsonNode first = node.json(202, "POST", stream + "/events", lines, batch);
    JsonNode again = node.json(202, "POST", stream + "/events", lines, batch);

    assertThat(first.get("accepted").intValue()).isEqualTo(10_000);
    assertThat(again.get("duplicates").intValue()).isEqualTo(10_000);
  }

  @Test
  void a_numbered_batch_that_comes_again_has_no_ids() throws Exception {
    String stream = stream("numbered", "{\"shards\":1}");
    String[] batch = {LINES, "Messina-Source: s", "Messina-Batch: 7"};
    node.json(202, "POST", stream + "/events", "1\n2", batch);
    JsonNode again = node.json(202, "POST", stream + "/events", "1\n2", batch);
    assertThat(again.toString()).isEqualTo("{\"accepted\":0,\"duplicates\":2,\"ids\":[null,null]}");
    String[] later = {LINES, "Messina-Source: s", "Messina-Batch: 72"};
    node.json(202, "POST", stream + "/events", "1\n2", later);
    JsonNode unchecked = node.json(202, "POST", stream + "/events", "1\n2", batch);
    assertThat(unchecked.get("duplicates").intValue()).isEqualTo(2);
    assertThat(unchecked.get("unchecked").intValue()).isEqualTo(2);
  }

  @Test
  void a_refused_line_refuses_all_unless_partial_is_asked_for() throws Exception {
    String stream = stream("strict", "{\"shards\":1,\"schema\":{\"required\":[\"n\"]}}");
    String body = "{\"n\":1}\n{\"m\":2}\n{\"n\":3}\n{";
    JsonNode problem =
        node.problem(ProblemCode.SCHEMA_VIOLATION, "POST", stream + "/events", body, LINES);
    assertThat(problem.get("refused").get(0).get("line").intValue()).isEqualTo(1);
    assertThat(problem.get("refused_count").intValue()).isEqualTo(2);
    assertThat(events(stream)).isEmpty();
    JsonNode partial = node.json(202, "POST", stream + "/events?partial=true", body, LINES);
    assertThat(partial.get("ids")).hasSize(2);
    assertThat(partial.get("refused")).hasSize(2);
    assertThat(partial.get("refused").get(1).get("line").intValue()).isEqualTo(3);
    assertThat(events(stream))
        .extracting(event -> event.get("payload").get("n").intValue())
        .containsExactly(1, 3);
  }

  @Test
  void an_envelope_says_everything_of_its_event() throws Exception {
    String stream = stream("envelopes", "{\"shards\":1}");
    node.json(
        202,
        "POST",
        stream + "/events",
        "{\"key\":\"k\",\"time\":\"2020-01-01T00:00:00.123456Z\",\"headers\":{\"A\":\"b\"},\"payload_base64\":\"AP8=\",\"content_type\":\"image/png\"}",
        ENVELOPES);
    JsonNode event = events(stream).getFirst();
    assertThat(event.toString())
        .contains("\"key\":\"k\",\"time\":\"2020-01-01T00:00:00.123456Z\"")
        .contains(
            "\"headers\":{\"A\":\"b\"},\"content_type\":\"image/png\",\"payload_base64\":\"AP8=\"");
  }

  @Test
  void a_delayed_event_can_be_cancelled_once() throws Exception {
    String stream = stream("delayed", "{\"shards\":1}");
    JsonNode delayed =
        node.json(
            202,
            "POST",
            stream + "/events",
            "{\"payload\":1,\"not_before\":\"2099-01-01T00:00:00.0001Z\"}\n{\"payload\":2}",
            ENVELOPES);
    assertThat(delayed.get("accepted").intValue()).isEqualTo(2);
    String id = delayed.get("ids").get(0).stringValue();
    assertThat(events(stream)).hasSize(1);
    assertThat(node.json(200, "GET", stream + "/events/" + id, "").toString())
        .contains("\"not_before\":\"2099-01-01T00:00:00.001Z\"", "\"payload\":1");
    assertThat(node.json(200, "DELETE", stream + "/scheduled/" + id, "").toString())
        .isEqualTo("{\"cancelled\":true}");
    assertThat(node.json(200, "DELETE", stream + "/scheduled/" + id, "").toString())
        .isEqualTo("{\"cancelled\":false}");
    node.problem(ProblemCode.EVENT_NOT_FOUND, "GET", stream + "/events/" + id, "");
    assertThat(node.json(200, "DELETE", stream + "/scheduled/x", "").toString())
        .isEqualTo("{\"cancelled\":false}");
  }

  @Test
  void the_id_of_a_delayed_event_leads_to_it_once_it_was_appended() throws Exception {
    String stream = stream("fired", "{\"shards\":1}");
    String id =
        node.json(
                202,
                "POST",
                stream + "/events",
                "{\"payload\":1,\"not_before\":\"2015-09-12T00:00:00Z\"}",
                ENVELOPES)
            .get("ids")
            .get(0)
            .stringValue();
    JsonNode found = node.json(200, "GET", stream + "/events/" + id, "");
    assertThat(found.get("id")).isEqualTo(events(stream).get(0).get("id"));
    assertThat(found.has("groups")).isTrue();
  }

  @Test
  void a_shard_is_read_from_a_position_a_time_or_an_end() throws Exception {
    String stream = stream("pages", "{\"shards\":1}");
    node.json(202, "POST", stream + "/events", "0\n1\n2", LINES);
    List<JsonNode> all = events(stream);
    JsonNode page = node.json(200, "GET", stream + "/events?shard=0&limit=2", "");
    assertThat(page.get("events")).hasSize(2);
    String rest = stream + "/events?shard=0&from=" + page.get("next").stringValue();
    assertThat(node.json(200, "GET", rest, "").get("events").get(0).get("payload").intValue())
        .isEqualTo(2);
    String time = all.get(1).get("append_time").stringValue();
    assertThat(node.json(200, "GET", stream + "/events?shard=0&from=" + time, "").get("events"))
        .hasSize(2);
    assertThat(
            node.json(200, "GET", stream + "/events?shard=0&from=2099-01-01T00:00:00Z", "")
                .get("events"))
        .isEmpty();
    JsonNode end = node.json(200, "GET", stream + "/events?shard=0&from=latest", "");
    assertThat(end.get("events")).isEmpty();
    var waiting =
        node.sendLater(
            "GET", stream + "/events?shard=0&wait=60s&from=" + end.get("next").stringValue(), "");
    node.json(202, "POST", stream + "/events", "3");
    assertThat(waiting.join().body()).contains("\"payload\":3");
  }

  @Test
  void what_is_wrong_is_said_by_its_code() throws Exception {
    String stream = stream("wrong", "{\"shards\":2}");
    node.problem(ProblemCode.BAD_NAME, "PUT", "/v1/streams/Wrong", "");
    node.problem(ProblemCode.BAD_NAME, "GET", "/v1/streams/" + "x".repeat(101), "");
    node.problem(ProblemCode.MALFORMED_JSON, "PUT", stream, "{");
    node.problem(ProblemCode.UNKNOWN_FIELD, "PUT", stream, "{\"shard\":2}");
    node.problem(ProblemCode.WRONG_TYPE, "PUT", stream, "{\"shards\":\"2\"}");
    node.problem(ProblemCode.WRONG_TYPE, "PUT", stream, "{\"retention\":\"long\"}");
    node.problem(ProblemCode.WRONG_TYPE, "PUT", stream, "{\"key\":\"user\"}");
    node.problem(ProblemCode.WRONG_TYPE, "PUT", stream, "{\"schema\":{\"type\":7}}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "PUT", stream, "{\"shards\":5000}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "PUT", stream, "{\"shards\":3}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "PUT", stream, "{\"deduplicate\":\"8d\"}");
    node.problem(ProblemCode.WRONG_TYPE, "PUT", stream, "{\"placement\":\"home\"}");
    if (store == TestedStore.EMBEDDED) {
      node.problem(
          ProblemCode.BAD_REQUEST, "PUT", "/v1/streams/placed", "{\"placement\":\"core\"}");
    }
    node.problem(
        ProblemCode.UNSUPPORTED_MEDIA_TYPE, "PUT", stream, "a", "Content-Type: text/plain");
    node.problem(ProblemCode.UNKNOWN_PARAMETER, "GET", stream + "?x=1", "");
    node.problem(ProblemCode.METHOD_NOT_ALLOWED, "POST", stream, "");
    node.problem(ProblemCode.NOT_FOUND, "GET", "/v1/stream", "");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "POST", "/v1/streams/absent/events", "1");
    node.problem(ProblemCode.MALFORMED_JSON, "POST", stream + "/events", "{");
    node.problem(ProblemCode.MALFORMED_JSON, "POST", stream + "/events", "1\n{", LINES);
    node.problem(ProblemCode.BAD_REQUEST, "POST", stream + "/events", "1", "Messina-Nonsense: 1");
    node.problem(ProblemCode.BAD_REQUEST, "POST", stream + "/events", "1", "Messina-Source: s");
    node.problem(ProblemCode.BAD_REQUEST, "POST", stream + "/events", "\n", LINES);
    node.problem(
        ProblemCode.UNSUPPORTED_ENCODING, "POST", stream + "/events", "1", "Content-Encoding: br");
    node.problem(ProblemCode.TOO_LARGE, "POST", stream + "/events", "1".repeat((8 << 20) + 1));
    node.problem(ProblemCode.WRONG_TYPE, "POST", stream + "/events?partial=1", "1");
    node.problem(ProblemCode.BAD_REQUEST, "GET", stream + "/events", "");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", stream + "/events?shard=2", "");
    node.problem(ProblemCode.WRONG_TYPE, "GET", stream + "/events?shard=x", "");
    node.problem(ProblemCode.WRONG_TYPE, "GET", stream + "/events?shard=0&from=then", "");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", stream + "/events?shard=0&limit=0", "");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", stream + "/events?shard=0&wait=61s", "");
    assertThat(events(stream)).isEmpty();
    assertThat(node.json(200, "GET", stream, "").get("retention").stringValue()).isEqualTo("7d");
  }

  @Test
  void a_delayed_numbered_batch_is_out_of_bounds() throws Exception {
    String stream = stream("odd", "{\"shards\":1}");
    node.problem(
        ProblemCode.OUT_OF_BOUNDS,
        "POST",
        stream + "/events",
        "1",
        "Messina-Source: s",
        "Messina-Batch: 1",
        "Messina-Not-Before: " + Instant.parse("2099-01-01T00:00:00Z"));
  }

  @Test
  void the_cluster_names_the_owner_of_each_shard() throws Exception {
    stream("owned", "{\"shards\":2}");
    JsonNode cluster = node.json(200, "GET", "/v1/cluster", "");
    List<String> owned = new ArrayList<>();
    cluster.get("shards").forEach(shard -> owned.add(shard.toString()));
    JsonNode server = cluster.get("nodes").get(0);
    assertThat(server.get("address").stringValue())
        .matches(store == TestedStore.EMBEDDED ? "embedded" : MEMBER);
    assertThat(server.get("state").stringValue()).isEqualTo("living");
    assertThat(server.get("url").stringValue()).isEqualTo(node.node().baseUrl());
    assertThat(server.get("version").stringValue()).isEqualTo(ServerVersion.TEXT).isNotEmpty();
    assertThat(server.has("trouble")).isFalse();
    assertThat(owned).anyMatch(shard -> shard.startsWith("{\"stream\":\"owned\",\"shard\":1,"));
  }

  @Test
  void a_key_is_on_the_shard_to_which_its_events_are_appended() throws Exception {
    String stream = stream("where", "{\"shards\":8}");
    for (String key : List.of("anna", "b%C3%BC", "%20%2F")) {
      String plain = URLDecoder.decode(key, StandardCharsets.UTF_8);
      node.json(
          202,
          "POST",
          stream + "/events",
          "{\"key\":\"" + plain + "\",\"payload\":1}",
          "Content-Type: application/vnd.messina+json");
      JsonNode shard = node.json(200, "GET", stream + "/where?key=" + key, "");
      String events = stream + "/events?shard=" + shard.get("shard").intValue();
      assertThat(node.json(200, "GET", events, "").findValuesAsString("key")).contains(plain);
      assertThat(shard.get("stream").stringValue()).isEqualTo("where");
      assertThat(shard.get("epoch").intValue()).isPositive();
      assertThat(shard.get("owner").stringValue())
          .matches(store == TestedStore.EMBEDDED ? "embedded" : MEMBER);
    }
    node.problem(ProblemCode.BAD_REQUEST, "GET", stream + "/where", "");
    node.problem(ProblemCode.BAD_REQUEST, "GET", stream + "/where?key=" + "k".repeat(5000), "");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "GET", "/v1/streams/nowhere/where?key=k", "");
  }

  @Test
  void the_description_names_every_route_and_only_known_schemas() throws Exception {
    JsonNode api = node.json(200, "GET", "/openapi", "");
    assertThat(api.get("paths").propertyNames())
        .contains(
            "/v1/streams/{stream}/events/{id}",
            "/v1/streams/{stream}/groups/{group}/shards/{shard}/commit",
            "/v1/streams/{stream}/groups/{group}/dead-letters/redrive");
    String text = api.toString();
    java.util.regex.Matcher used =
        java.util.regex.Pattern.compile("#/components/schemas/([A-Za-z]+)").matcher(text);
    while (used.find()) {
      assertThat(api.get("components").get("schemas").has(used.group(1)))
          .as(used.group(1))
          .isTrue();
    }
  }
}
