package io.messina.server.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.FormatLevel;
import io.messina.server.RunningNode;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Makes the {@link FrozenFolder} of the newest level, for {@link FrozenFormatsTest}. It is run by
 * hand, once for each level, by the first build that writes it: {@code mvn verify -pl
 * server/src/test -am -Dtest=FrozenFolderMaker -Dsurefire.failIfNoSpecifiedTests=false}. Folders of
 * former levels stay as they are.
 */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class FrozenFolderMaker {

  private static final String LINES = "Content-Type: application/x-ndjson";
  static final String ENVELOPES = "Content-Type: application/vnd.messina+json";
  static final List<String> AGGREGATES =
      List.of("count", "sum", "min", "max", "unique", "approx_unique");
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final String HELD = "/v1/streams/edits/groups/held";
  private static final int LEVEL = new FormatLevel().newest();

  @TempDir private Path folder;

  private RunningNode node;
  private final List<String> questions = new ArrayList<>();

  @Test
  void make_the_folder_of_the_newest_level() throws Exception {
    assertThat(RESOURCES.resolve("formats/" + LEVEL)).as("frozen for ever").doesNotExist();
    String token = token();
    try (RunningNode started = RunningNode.in(folder).patient()) {
      node = started;
      streams();
      groups();
      delayed();
      features();
      derived();
      messaging();
      claim(HELD, 3);
    }
    byte[] archive = FrozenFolder.pack(folder.resolve("data"));
    Path copy = folder.resolve("copy");
    FrozenFolder.unpack(new ByteArrayInputStream(archive), copy.resolve("data"));
    try (RunningNode again = RunningNode.in(copy).patient()) {
      again.awaited(HELD + "/unfinished?state=PROCESSING", it -> it.required("events").isEmpty());
      JsonNode answers = new Questions(again).answers(questions);
      new FrozenFolder(LEVEL).write(RESOURCES, archive, answers, token);
    }
  }

  private String token() throws Exception {
    try (RunningNode started =
        RunningNode.in(
            folder,
            "--auth",
            "tokens",
            "--admin-token-file",
            Questions.adminToken(folder).toString())) {
      return started
          .json(
              201,
              "POST",
              "/v1/tokens/reader",
              "{\"scopes\":[\"streams:edits:read\"],\"events_per_second\":1000}",
              Questions.ADMIN)
          .required("token")
          .stringValue();
    }
  }

  private void streams() throws Exception {
    put(
        "/v1/streams/edits",
        "{\"shards\":2,\"retention\":\"forever\",\"deduplicate\":\"7d\",\"schema\":{\"maxProperties\":9}}");
    String events =
        put("/v1/streams/mixed", "{\"shards\":2,\"retention\":\"forever\"}") + "/events";
    node.json(
        202,
        "POST",
        events,
        "{\"user\":\"anna\"}",
        "Idempotency-Key: first",
        "Messina-Key: anna",
        "Messina-Time: 2026-03-01T10:00:00.123456789Z",
        "Messina-Header-Origin: test",
        "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    node.json(202, "POST", events, "plain words", "Content-Type: text/plain");
    node.json(202, "POST", events, "<p/>", "Content-Type: application/xml", "Messina-Key: x");
    lines(
        events,
        ENVELOPES,
        "{\"payload_base64\":\"AAEC/f7/\"}",
        "{\"payload_base64\":\"\",\"key\":\"ключ\"}",
        "{\"payload\":{\"n\":1},\"headers\":{\"a\":\"1\",\"b\":\"\",\"ü\":\"ö\"},\"time\":\"1969-12-31T23:59:59.5Z\"}",
        "{\"payload_base64\":\"/w==\",\"content_type\":\"image/png\",\"time\":\"9999-12-31T23:59:59Z\"}");
    node.json(
        202, "POST", events, many(100, "{\"n\":%d,\"text\":\"" + "ab".repeat(60) + "\"}"), LINES);
    for (int batch = 0; batch < 3; batch++) {
      node.json(
          202,
          "POST",
          events,
          numbered(),
          ENVELOPES,
          "Messina-Source: job",
          "Messina-Batch: " + batch);
    }
    node.json(202, "POST", events, "\"" + "0123456789".repeat(2000) + "\"");
    JsonNode keyed =
        node.json(
            202,
            "POST",
            "/v1/streams/edits/events",
            many(60, "{\"key\":\"k%1$d\",\"payload\":{\"n\":%1$d}}"),
            ENVELOPES,
            "Idempotency-Key: lines");
    for (int shard = 0; shard < 2; shard++) {
      ask("/v1/streams/mixed/events?from=earliest&limit=1000&wait=0s&shard=" + shard);
      ask("/v1/streams/edits/events?from=earliest&limit=1000&wait=0s&shard=" + shard);
    }
    ask("/v1/streams/edits/events/" + keyed.required("ids").get(7).stringValue());
    put("/v1/streams/again", "{\"shards\":1}");
    lines("/v1/streams/again/events", LINES, "1", "2");
    node.json(204, "DELETE", "/v1/streams/again", "");
    put("/v1/streams/again", "{\"shards\":1,\"retention\":\"forever\"}");
    lines("/v1/streams/again/events", LINES, "3");
    ask("/v1/streams/again/events?from=earliest&wait=0s&shard=0");
    for (String stream : List.of("mixed", "edits", "again")) {
      ask("/v1/streams/" + stream);
    }
  }

  private void delayed() throws Exception {
    String id =
        node.json(
                202,
                "POST",
                "/v1/streams/mixed/events",
                "{\"late\":true}",
                "Messina-Not-Before: 2099-01-01T00:00:00Z",
                "Idempotency-Key: late")
            .required("ids")
            .get(0)
            .stringValue();
    ask("/v1/streams/mixed/events/" + id);
  }

  private void groups() throws Exception {
    String edits = "/v1/streams/edits/groups/";
    String backoff = "\"backoff\":{\"first\":\"1ms\",\"longest\":\"1ms\",\"jitter_percent\":0}";
    put(edits + "workers", "{\"lease\":\"1s\",\"max_attempts\":4," + backoff + "}");
    put(edits + "keyed", "{\"order\":\"key\",\"lease\":\"1s\",\"delivery\":\"at_most_once\"}");
    put(edits + "idle", "{\"start\":\"earliest\"}");
    put(edits + "follower", "{}");
    List<String> claimed = claim(edits + "workers", 30);
    settle(edits + "workers/ack", claimed.subList(0, 15), "");
    settle(edits + "workers/nack", claimed.subList(15, 20), ",\"error\":\"try again\"");
    settle(edits + "workers/nack", claimed.subList(20, 24), ",\"error\":\"no\",\"dead\":true");
    settle(edits + "workers/release", claimed.subList(24, 26), "");
    settle(edits + "keyed/ack", claim(edits + "keyed", 7), "");
    claim(edits + "keyed", 3);
    node.awaited(edits + "keyed/dead-letters", it -> it.required("dead_letters").size() == 3);
    put(HELD, "{\"lease\":\"10s\"}");
    node.send("POST", edits + "idle/pause", "");
    String shard = edits + "follower/shards/0/";
    JsonNode page = node.json(200, "GET", shard + "events?limit=10&wait=0s", "");
    node.json(
        204,
        "POST",
        shard + "commit",
        "{\"position\":%s,\"run\":%s}".formatted(page.required("next"), page.required("run")));
    ask(shard + "events?limit=10&wait=0s");
    ask("/v1/streams/edits/groups");
    ask(edits + "workers/dead-letters");
    ask(edits + "keyed/dead-letters");
    for (String group : List.of("workers", "keyed", "idle", "follower", "held")) {
      ask(edits + group);
    }
  }

  private List<String> claim(String group, int limit) throws Exception {
    List<String> receipts = new ArrayList<>();
    while (receipts.size() < limit) {
      int rest = limit - receipts.size();
      node.json(200, "POST", group + "/claim", "{\"limit\":%d,\"wait\":\"5s\"}".formatted(rest))
          .required("events")
          .forEach(event -> receipts.add(event.required("receipt").stringValue()));
    }
    return receipts;
  }

  private void settle(String path, List<String> receipts, String rest) throws Exception {
    String each = receipts.stream().map("\"%s\""::formatted).collect(Collectors.joining(","));
    JsonNode results =
        node.json(200, "POST", path, "{\"receipts\":[%s]%s}".formatted(each, rest))
            .required("results");
    assertThat(results)
        .allSatisfy(one -> assertThat(one.required("status").stringValue()).isEqualTo("ok"));
  }

  private void features() throws Exception {
    list("pages", "{\"type\":\"list\",\"value_type\":\"text\"}", "\"a\"", "\"b\"", "\"a\"");
    list(
        "recent",
        "{\"type\":\"list\",\"value_type\":\"text\",\"unique\":true}",
        "\"a\"",
        "\"b\"",
        "\"a\"");
    list("spots", "{\"type\":\"list\",\"value_type\":\"vector\"}", "[1.5,-2]", "[0]");
    node.json(200, "POST", "/v1/lists/user/recent/anna/remove", "{\"value\":\"b\"}");
    ask("/v1/lists/user/recent/anna");
    ask("/v1/lists/user/pages");
    JsonNode first = node.json(200, "GET", "/v1/lists/user/pages/anna?limit=1", "");
    ask("/v1/lists/user/pages/anna?after=" + first.required("next").stringValue());
    scalar("age", "integer", "-36");
    scalar("score", "double", "0.1");
    scalar("known", "boolean", "true");
    scalar("name", "text", "\"Анна\"");
    scalar("photo", "bytes", "\"AAEC\"");
    scalar("taste", "vector", "[0.25,1e10]");
    scalar("more", "json", "{\"a\":[1,null]}");
    ask(
        "/v1/values:get"
            + " {\"entity_type\":\"user\",\"entities\":[\"anna\"],\"features\":[\"age\",\"score\",\"known\",\"name\",\"photo\",\"taste\",\"more\"]}");
    ask("/v1/features");
  }

  private void list(String name, String options, String... values) throws Exception {
    put("/v1/features/user/" + name, options);
    put("/v1/features/user/" + name + "?version=v2", "");
    String list = "/v1/lists/user/" + name + "/anna";
    for (int i = 0; i < values.length; i++) {
      String item = "{\"items\":[{\"value\":%s,\"time\":\"2015-09-12T00:00:0%dZ\"}]}";
      node.json(200, "POST", list, item.formatted(values[i], i));
      node.json(200, "POST", list + "?version=v2", item.formatted(values[0], i));
    }
    ask(list);
    ask(list + "?version=v2");
  }

  private void scalar(String name, String type, String value) throws Exception {
    put("/v1/features/user/" + name, "{\"type\":\"scalar\",\"value_type\":\"" + type + "\"}");
    String body = "{\"value\":%s,\"time\":\"2015-09-12T00:00:00Z\"}".formatted(value);
    node.json(204, "PUT", "/v1/values/user/" + name + "/anna", body);
  }

  /** What the server makes of a stream. */
  private void derived() throws Exception {
    String visits = "/v1/streams/visits";
    put(visits, "{\"shards\":2,\"retention\":\"forever\",\"key\":\"/user\",\"time\":\"/at\"}");
    put("/v1/features/user/visited", "{\"type\":\"list\",\"value_type\":\"text\"}");
    put(
        "/v1/feeds/visited",
        "{\"stream\":\"visits\",\"entity\":\"/user\",\"list\":\"visited\",\"value\":\"/page\",\"time\":\"/at\"}");
    put(
        "/v1/enrichments/profiles",
        "{\"stream\":\"visits\",\"fields\":{\"visits\":{\"function\":\"count\"},\"spent\":{\"function\":\"sum\",\"value\":\"/spent\"},\"first\":{\"function\":\"min\",\"value\":\"/at\"},\"pages\":{\"function\":\"append_to_list\",\"value\":\"/page\",\"max\":10}}}");
    for (String kind : AGGREGATES) {
      String of = kind.equals("count") ? "" : kind.endsWith("unique") ? "/user" : "/spent";
      put(
          "/v1/aggregates/" + kind,
          "{\"stream\":\"visits\",\"kind\":\"%s\",\"group_by\":[\"/page\"],%s\"window\":\"1h\"}"
              .formatted(kind, of.isEmpty() ? "" : "\"of\":\"" + of + "\","));
    }
    put("/v1/streams/pushed", "{\"shards\":1,\"retention\":\"forever\"}");
    put("/v1/sinks/hooks", "{\"stream\":\"pushed\",\"url\":\"https://hooks.example/in\"}");
    node.json(
        202,
        "POST",
        visits + "/events",
        many(
            120,
            "{\"user\":\"u%1$d\",\"page\":\"p\",\"spent\":%1$d,\"at\":\"2026-03-01T10:%2$02d:00Z\"}"),
        LINES);
    for (String kind : AGGREGATES) {
      String aggregate = "/v1/aggregates/" + kind;
      node.awaited(aggregate, report -> report.required("added").intValue() >= 120);
      ask(aggregate + "/rows?sketch=true");
      ask(aggregate);
    }
    node.awaited("/v1/lists/user/visited/u3/count", it -> it.required("count").intValue() > 0);
    ask("/v1/lists/user/visited/u3");
    ask("/v1/feeds");
    ask("/v1/enrichments");
    ask("/v1/enrichments/profiles/u3");
    ask("/v1/sinks");
  }

  private void messaging() throws Exception {
    put("/v1/accounts/shop", "{\"per_second\":1000,\"senders\":[\"shop@example.com\"]}");
    put("/v1/connectors/trial", "{\"sandbox\":{}}");
    put("/v1/routes/mail", "{\"channel\":\"email\",\"weights\":{\"trial\":1}}");
    put(
        "/v1/accounts/shop/templates/hello",
        "{\"channel\":\"email\",\"language\":\"en\",\"languages\":{\"en\":{\"subject\":\"Hello\",\"text\":\"Dear"
            + " {{name}}\"}}}");
    String suppressed = "/v1/accounts/shop/suppressions/email/bob@example.com";
    put(suppressed, "{\"reason\":\"complained\"}");
    JsonNode sent =
        node.json(
            202,
            "POST",
            "/v1/messages",
            "{\"account\":\"shop\",\"channel\":\"email\",\"from\":\"shop@example.com\",\"to\":\"ada@example.com\",\"template\":{\"name\":\"hello\",\"parameters\":{\"name\":\"Ada\"}}}");
    String message = "/v1/messages/" + sent.required("message").stringValue();
    node.awaited(message, it -> it.required("state").stringValue().equals("sent"));
    ask("/v1/accounts/shop");
    ask("/v1/connectors");
    ask("/v1/routes");
    ask("/v1/accounts/shop/templates/hello/versions");
    ask(suppressed);
  }

  /** The events of each numbered batch. */
  static String numbered() {
    return many(10, "{\"key\":\"k%1$d\",\"payload\":%1$d}");
  }

  private static String many(int events, String form) {
    return IntStream.range(0, events)
        .mapToObj(i -> form.formatted(i % 20, i % 60))
        .collect(Collectors.joining("\n"));
  }

  private void lines(String path, String type, String... lines) throws Exception {
    node.json(202, "POST", path, String.join("\n", lines), type);
  }

  private String put(String path, String body) throws Exception {
    assertThat(node.send("PUT", path, body))
        .satisfies(it -> assertThat(it.statusCode() / 100).as(it.body()).isEqualTo(2));
    return path;
  }

  private String ask(String path) {
    questions.add(path);
    return path;
  }
}
