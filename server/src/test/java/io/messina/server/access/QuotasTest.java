package io.messina.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * All that a request may bring many of counts: the first takes a minute's share, the next waits.
 */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class QuotasTest {

  private static final String ADMIN = RunningNode.ADMITTED;
  private static final String LINES = "Content-Type: application/x-ndjson";
  private static final int MANY = 60;

  @TempDir private static Path folder;
  private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.withTokens(folder);
    node.json(201, "PUT", "/v1/streams/edits", "{\"shards\":1}", ADMIN);
    node.json(
        201, "PUT", "/v1/features/user/list", "{\"type\":\"list\",\"value_type\":\"text\"}", ADMIN);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void events() throws Exception {
    assertCounted("POST", "/v1/streams/edits/events", "{}\n".repeat(MANY), LINES);
  }

  @Test
  void items_of_a_list() throws Exception {
    String items = "{\"value\":\"a\",\"time\":\"2015-09-12T00:00:00Z\"},".repeat(MANY);
    assertCounted(
        "POST",
        "/v1/lists/user/list/anna",
        "{\"items\":[" + items.substring(0, items.length() - 1) + "]}",
        "Content-Type: application/json");
  }

  @Test
  void lines_of_an_import_of_which_nothing_is_added_then() throws Exception {
    String path = "/v1/lists/user/list";
    String token = assertCounted("POST", path, lines("bob", MANY), LINES);
    assertThat(node.send("POST", path, lines("carol", 1), token, LINES).statusCode())
        .isEqualTo(429);
    assertThat(node.json(200, "GET", path + "/carol", "", ADMIN).get("items")).isEmpty();
    // Nothing is brought, so there is nothing to wait for.
    assertThat(node.send("POST", path, "\n\n", token, LINES).statusCode()).isEqualTo(200);
  }

  @Test
  void messages() throws Exception {
    String message =
        "{\"account\":\"shop\",\"channel\":\"email\",\"to\":\"a@example.com\",\"content\":{\"text\":\"x\"}}\n";
    assertCounted("POST", "/v1/messages", message.repeat(MANY), LINES);
  }

  @Test
  void outputs_of_acknowledgements_which_hold_only_together_with_them() throws Exception {
    node.json(201, "PUT", "/v1/streams/in", "{\"shards\":1}", ADMIN);
    node.json(201, "PUT", "/v1/streams/in/groups/w", "{\"start\":\"earliest\"}", ADMIN);
    node.json(202, "POST", "/v1/streams/in/events", "{}\n{}\n{}\n", ADMIN, LINES);
    String worker = token("outputs");
    String output = "{\"stream\":\"edits\",\"payload\":1},".repeat(MANY);
    String outputs = ",\"outputs\":[" + output.substring(0, output.length() - 1) + "]";
    assertThat(ack(claimed("in", worker), outputs, worker).body()).contains("\"status\":\"ok\"");

    String second = claimed("in", worker);
    assertLimited(ack(second, outputs, worker));
    HttpResponse<String> claim =
        node.send(
            "POST",
            "/v1/streams/in/groups/w/claim",
            "{\"ack\":[{\"receipt\":\"" + second + "\"" + outputs + "}]}",
            worker);
    assertLimited(claim);
    assertThat(ack(second, "", worker).body()).contains("\"status\":\"ok\"");
  }

  @Test
  void nothing_of_a_request_that_is_refused() throws Exception {
    node.json(201, "PUT", "/v1/streams/refused", "{\"shards\":1}", ADMIN);
    node.json(201, "PUT", "/v1/streams/refused/groups/w", "{\"start\":\"earliest\"}", ADMIN);
    node.json(202, "POST", "/v1/streams/refused/events", "{}", ADMIN, LINES);
    String worker = token("refused");
    String output = "{\"stream\":\"edits\",\"payload\":1},".repeat(MANY);
    String receipts =
        "[{\"receipt\":\""
            + claimed("refused", worker)
            + "\",\"outputs\":["
            + output.substring(0, output.length() - 1)
            + "]}]";
    for (int i = 0; i < 2; i++) {
      assertRefused("/ack", "{\"receipts\":" + receipts + ",\"other\":1}", worker);
      assertRefused("/claim", "{\"ack\":" + receipts + ",\"other\":1}", worker);
    }
    String path = "/v1/streams/refused/groups/w/ack";
    String body = "{\"receipts\":" + receipts + "}";
    assertThat(node.send("POST", path, body, worker).statusCode()).isEqualTo(200);
    // These outputs would have counted.
    assertLimited(node.send("POST", path, body, worker));
  }

  private static void assertRefused(String step, String body, String worker) throws Exception {
    HttpResponse<String> answer =
        node.send("POST", "/v1/streams/refused/groups/w" + step, body, worker);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
  }

  private static String claimed(String stream, String worker) throws Exception {
    return node.json(
            200,
            "POST",
            "/v1/streams/" + stream + "/groups/w/claim",
            "{\"limit\":1,\"wait\":\"20s\"}",
            worker)
        .get("events")
        .get(0)
        .get("receipt")
        .stringValue();
  }

  private static HttpResponse<String> ack(String receipt, String outputs, String worker)
      throws Exception {
    String body = "{\"receipts\":[{\"receipt\":\"" + receipt + "\"" + outputs + "}]}";
    return node.send("POST", "/v1/streams/in/groups/w/ack", body, worker);
  }

  private static String lines(String entity, int count) {
    return ("{\"entity\":\"" + entity + "\",\"value\":\"a\",\"time\":\"2015-09-12T00:00:00Z\"}\n")
        .repeat(count);
  }

  private static String assertCounted(String method, String path, String body, String type)
      throws Exception {
    String token = token("of-" + path.replace('/', '-') + type.length());
    HttpResponse<String> first = node.send(method, path, body, token, type);
    assertThat(first.statusCode()).as(first.body()).isBetween(200, 299);
    assertLimited(node.send(method, path, body, token, type));
    return token;
  }

  private static void assertLimited(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(429);
    assertThat(answer.body()).contains("\"rate_limited\"", "events_per_second");
    assertThat(answer.headers().firstValueAsLong("retry-after").orElseThrow())
        .isBetween(1L, (long) MANY);
  }

  private static String token(String name) throws Exception {
    String body = "{\"scopes\":[\"admin\"],\"events_per_second\":1}";
    return "Authorization: Bearer "
        + node.json(201, "POST", "/v1/tokens/" + name, body, ADMIN).get("token").stringValue();
  }
}
