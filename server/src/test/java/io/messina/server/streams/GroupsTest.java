package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.stream.Event;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

@Timeout(120)
@SuppressWarnings("NullAway.Init")
@ParameterizedClass
@EnumSource(TestedStore.class)
class GroupsTest {

  /** How long a look at what is awaited waits for the next, so as to leave a core to that. */
  private static final long LOOK_NANOS = 5_000_000;

  private static final String LINES = "Content-Type: application/x-ndjson";
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @TempDir private static Path folder;
  private static RunningNode node;

  @Parameter
  @SuppressWarnings("UnusedVariable")
  private TestedStore store;

  private String stream;
  private String group;

  @BeforeParameterizedClassInvocation
  static void start(TestedStore store) throws Exception {
    node = store.start(folder);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    node.close();
  }

  @BeforeEach
  void create() throws Exception {
    stream = "/v1/streams/s" + NUMBERS.incrementAndGet();
    group = stream + "/groups/g";
    node.json(201, "PUT", stream, "{\"shards\":1}");
    node.json(
        201,
        "PUT",
        group,
        "{\"max_attempts\":2,\"backoff\":{\"first\":\"1ms\",\"longest\":\"2ms\"}}");
  }

  private void append(String lines) throws Exception {
    node.json(202, "POST", stream + "/events", lines, LINES);
  }

  private JsonNode claim() throws Exception {
    JsonNode events =
        node.json(200, "POST", group + "/claim", "{\"wait\":\"30s\",\"worker\":\"w\"}")
            .get("events");
    assertThat(events).isNotEmpty();
    return events;
  }

  private static String receipt(JsonNode event) {
    return event.get("receipt").stringValue();
  }

  private String settle(String action, String body) throws Exception {
    return node.json(200, "POST", group + "/" + action, body)
        .get("results")
        .get(0)
        .get("status")
        .stringValue();
  }

  @Test
  void a_group_is_created_changed_listed_and_deleted() throws Exception {
    JsonNode changed = node.json(200, "PATCH", group, "{\"lease\":\"45s\",\"order\":\"key\"}");
    assertThat(changed.toString())
        .contains("\"start\":\"earliest\",\"lease\":\"45s\",\"max_attempts\":2,")
        .contains("\"backoff\":{\"first\":\"1ms\",\"longest\":\"2ms\",\"jitter_percent\":20}")
        .contains("\"order\":\"key\",\"delivery\":\"at_least_once\",\"max_in_flight\":2000");
    assertThat(node.json(200, "GET", stream + "/groups", "").get("groups").get(0))
        .isEqualTo(changed);
    JsonNode status = node.json(200, "GET", group, "");
    assertThat(status.get("shards").get("0").get("paused").booleanValue()).isFalse();
    assertThat(status.get("lag").intValue()).isZero();
    node.json(204, "DELETE", group, "");
    node.problem(ProblemCode.GROUP_NOT_FOUND, "GET", group, "");
    node.problem(ProblemCode.GROUP_NOT_FOUND, "DELETE", group, "");
  }

  @Test
  void changes_of_different_fields_at_the_same_time_both_hold() throws Exception {
    CompletableFuture<Void> other = CompletableFuture.runAsync(() -> change("{\"lease\":\"%ds\"}"));
    change("{\"max_in_flight\":%d}");
    other.get();
    JsonNode status = node.json(200, "GET", group, "");
    assertThat(status.get("lease").stringValue()).isEqualTo("20s");
    assertThat(status.get("max_in_flight").intValue()).isEqualTo(20);
    assertThat(status.get("max_attempts").intValue()).isEqualTo(2);
  }

  private void change(String body) {
    for (int i = 1; i <= 20; i++) {
      try {
        node.json(200, "PATCH", group, String.format(Locale.ROOT, body, i));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void a_claim_takes_no_more_than_its_bytes_but_one_event_of_any_size() throws Exception {
    append("{\"n\":\"aaaaaaaaaa\"}\n{\"n\":\"bbbbbbbbbb\"}");
    for (int attempt = 1; attempt <= 2; attempt++) {
      JsonNode events =
          node.json(200, "POST", group + "/claim", "{\"wait\":\"30s\",\"max_bytes\":10}")
              .get("events");
      assertThat(events).hasSize(1);
      assertThat(events.get(0).get("attempt").intValue()).isEqualTo(1);
    }
  }

  @Test
  void a_claimed_event_is_acknowledged_once_and_for_all() throws Exception {
    append("{\"n\":1}");
    JsonNode event = claim().get(0);
    assertThat(event.get("attempt").intValue()).isEqualTo(1);
    String report =
        node.send("GET", stream + "/events/" + event.get("id").stringValue(), "").body();
    assertThat(report)
        .contains("\"g\":{\"state\":\"PROCESSING\",\"worker\":\"w\",\"lease_until\":\"");
    String receipts = "{\"receipts\":[\"" + receipt(event) + "\"]}";
    assertThat(settle("extend", receipts)).isEqualTo("ok");
    assertThat(settle("ack", receipts)).isEqualTo("ok");
    assertThat(settle("ack", receipts)).isEqualTo("ok");
    assertThat(settle("nack", receipts)).isEqualTo("stale");
    assertThat(settle("ack", "{\"receipts\":[\"nonsense\"]}")).isEqualTo("unknown");
    assertThat(node.json(200, "POST", group + "/claim", "").get("events")).isEmpty();
    assertThat(node.send("GET", stream + "/events/" + event.get("id").stringValue(), "").body())
        .contains("\"g\":{\"state\":\"COMPLETED\"");
  }

  @Test
  void a_claim_takes_acknowledgements_first() throws Exception {
    append("{\"n\":1}\n{\"n\":2}");
    String first =
        receipt(node.json(200, "POST", group + "/claim", "{\"limit\":1}").get("events").get(0));
    String more = "{\"limit\":9,\"ack\":[\"" + first + "\",\"nonsense\"]}";
    JsonNode answer = node.json(200, "POST", group + "/claim", more);
    assertThat(answer.get("results").toString())
        .isEqualTo(
            "[{\"receipt\":\""
                + first
                + "\",\"status\":\"ok\"},{\"receipt\":\"nonsense\",\"status\":\"unknown\"}]");
    assertThat(answer.get("events")).hasSize(1);
    JsonNode event = answer.get("events").get(0);
    assertThat(event.get("attempts_left").intValue()).isEqualTo(1);
    node.problem(
        ProblemCode.OUT_OF_BOUNDS,
        "POST",
        group + "/claim",
        "{\"limit\":0,\"ack\":[\"" + receipt(event) + "\"]}");
    assertThat(settle("nack", "{\"receipts\":[\"" + receipt(event) + "\"]}"))
        .as("a claim that is refused as a whole acknowledges nothing")
        .isEqualTo("ok");
    assertThat(node.json(200, "POST", group + "/claim", "{}").has("results")).isFalse();
  }

  @Test
  void a_nack_says_of_each_event_what_it_says_of_none_else() throws Exception {
    append("{\"n\":1}\n{\"n\":2}\n{\"n\":3}");
    JsonNode events = claim();
    assertThat(events).hasSize(3);
    String body =
        """
        {"error":"all","dead":true,"receipts":
         ["%s",{"receipt":"%s","error":"own"},{"receipt":"%s","dead":false,"delay":"12h"}]}
        """
            .formatted(receipt(events.get(0)), receipt(events.get(1)), receipt(events.get(2)));
    JsonNode results = node.json(200, "POST", group + "/nack", body).get("results");
    results.forEach(result -> assertThat(result.get("status").stringValue()).isEqualTo("ok"));
    assertThat(results.get(1).get("receipt").stringValue()).isEqualTo(receipt(events.get(1)));
    List<String> errors = new ArrayList<>();
    while (errors.size() < 2) {
      errors.clear();
      letters()
          .get("dead_letters")
          .forEach(letter -> errors.add(letter.get("errors").get(0).get("error").stringValue()));
    }
    assertThat(errors).containsExactly("all", "own");
    assertThat(node.json(200, "POST", group + "/claim", "{}").get("events")).isEmpty();
    node.problem(
        ProblemCode.UNKNOWN_FIELD,
        "POST",
        group + "/release",
        "{\"receipts\":[{\"receipt\":\"x\",\"delay\":\"1s\"}]}");
  }

  @Test
  void a_failed_event_comes_again_and_dies_and_is_redriven_and_deleted() throws Exception {
    append("{\"n\":1}");
    String id = claimAndFail("first");
    assertThat(claimAndFail("second")).isEqualTo(id);
    JsonNode letters = letters();
    assertThat(letters.has("next")).isFalse();
    JsonNode letter = letters.get("dead_letters").get(0);
    assertThat(letter.get("cause").stringValue()).isEqualTo("exhausted");
    assertThat(letter.get("errors").toString())
        .isEqualTo("[{\"attempt\":1,\"error\":\"first\"},{\"attempt\":2,\"error\":\"second\"}]");
    assertThat(node.send("GET", stream + "/events/" + id, "").body())
        .contains("\"state\":\"FAILED\",\"attempt\":2,\"error\":\"second\"");
    assertThat(node.json(200, "GET", group, "").get("dead").intValue()).isEqualTo(1);
    String ids = "{\"ids\":[\"" + id + "\"]}";
    assertThat(node.json(200, "POST", group + "/dead-letters/redrive", ids).toString())
        .isEqualTo("{\"redriven\":1}");
    JsonNode again = claim().get(0);
    assertThat(again.get("id").stringValue()).isEqualTo(id);
    settle("nack", "{\"receipts\":[\"" + receipt(again) + "\"],\"dead\":true,\"error\":\"no\"}");
    letters();
    assertThat(node.json(200, "POST", group + "/dead-letters/discard", ids).toString())
        .isEqualTo("{\"discarded\":1}");
    assertThat(node.json(200, "POST", group + "/dead-letters/discard", "{\"all\":true}").toString())
        .isEqualTo("{\"discarded\":0}");
  }

  private String claimAndFail(String error) throws Exception {
    JsonNode event = claim().get(0);
    String receipt = receipt(event);
    assertThat(settle("nack", "{\"receipts\":[\"" + receipt + "\"],\"error\":\"" + error + "\"}"))
        .isEqualTo("ok");
    return event.get("id").stringValue();
  }

  /** A dead letter is written a moment after its last attempt has failed. */
  private JsonNode letters() throws Exception {
    JsonNode letters = node.json(200, "GET", group + "/dead-letters", "");
    while (letters.get("dead_letters").isEmpty()) {
      LockSupport.parkNanos(LOOK_NANOS);
      letters = node.json(200, "GET", group + "/dead-letters", "");
    }
    return letters;
  }

  @Test
  void an_event_that_is_out_gets_the_attempts_that_its_group_is_changed_to() throws Exception {
    String limited =
        "{\"max_attempts\":2,\"max_in_flight\":1,"
            + "\"backoff\":{\"first\":\"1ms\",\"longest\":\"3ms\"}}";
    group = stream + "/groups/limited";
    node.json(201, "PUT", group, limited);
    append("{\"n\":1}");
    String id = claimAndFail("first");
    JsonNode second = claim().get(0);
    assertThat(second.get("id").stringValue()).isEqualTo(id);
    append("{\"n\":2}");
    node.json(200, "PATCH", group, "{\"max_attempts\":20,\"max_in_flight\":2}");
    // Comes as soon as the owner of the shard knows.
    JsonNode other = claim().get(0);
    assertThat(other.get("payload").toString()).isEqualTo("{\"n\":2}");
    settle("ack", "{\"receipts\":[\"" + receipt(other) + "\"]}");
    settle("nack", "{\"receipts\":[\"" + receipt(second) + "\"],\"error\":\"second\"}");
    assertThat(claimAndFail("third")).isEqualTo(id);
    assertThat(claim().get(0).get("attempt").intValue()).isEqualTo(4);
    assertThat(node.json(200, "GET", group, "").get("dead").intValue()).isZero();
  }

  @Test
  void outputs_are_appended_once() throws Exception {
    String out = stream.replace("/v1/streams/", "") + "-out";
    node.json(201, "PUT", "/v1/streams/" + out, "{\"shards\":1}");
    append("1");
    String receipt = receipt(claim().get(0));
    String ack =
        "{\"receipts\":[{\"receipt\":\""
            + receipt
            + "\",\"outputs\":[{\"stream\":\""
            + out
            + "\",\"key\":\"k\",\"headers\":{\"a\":\"b\"},\"payload\":{\"x\":[1,2.5]}}]}]}";
    assertThat(settle("ack", ack)).isEqualTo("ok");
    assertThat(settle("ack", ack)).isEqualTo("ok");
    JsonNode events =
        node.json(200, "GET", "/v1/streams/" + out + "/events?shard=0", "").get("events");
    assertThat(events).hasSize(1);
    assertThat(events.get(0).get("payload").toString()).isEqualTo("{\"x\":[1,2.5]}");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "POST", group + "/ack", ack.replace(out, "absent"));
    node.problem(
        ProblemCode.BAD_REQUEST,
        "POST",
        group + "/ack",
        ack.replace("\"payload\":{\"x\":[1,2.5]}", "\"content_type\":\"a\""));
  }

  @Test
  void an_output_that_is_too_large_is_told_as_any_body_is() throws Exception {
    append("1");
    String ack =
        "{\"receipts\":["
            + withOutput(
                claim().get(0),
                "edits",
                "\"payload\":\"" + "x".repeat(Event.PAYLOAD_BYTES_MAX) + "\"")
            + "]}";
    assertThat(node.problem(ProblemCode.TOO_LARGE, "POST", group + "/ack", ack).toString())
        .contains("payload bytes: 1048578");
  }

  @Test
  void outputs_are_checked_and_keyed_as_appends_are() throws Exception {
    String out = stream.replace("/v1/streams/", "") + "-ruled";
    node.json(
        201,
        "PUT",
        "/v1/streams/" + out,
        "{\"shards\":1,\"key\":\"/user\",\"time\":\"/at\",\"schema\":{\"required\":[\"user\"]}}");
    append("1\n2\n3");
    JsonNode events = claim();
    String results =
        node.json(
                200,
                "POST",
                group + "/ack",
                "{\"receipts\":["
                    + withOutput(
                        events.get(0),
                        out,
                        "\"payload\":{\"user\":\"anna\",\"at\":\"2015-09-12T00:46:58Z\"}")
                    + ","
                    + withOutput(events.get(1), out, "\"payload\":{\"nobody\":1}")
                    + ","
                    + withOutput(events.get(2), out, "\"payload_base64\":\"eHg=\"")
                    + "]}")
            .get("results")
            .toString();
    assertThat(results)
        .containsOnlyOnce("\"status\":\"ok\"")
        .contains("\"status\":\"refused\",\"detail\":\"against the schema")
        .contains("\"status\":\"refused\",\"detail\":\"content type: application/octet-stream");
    JsonNode stored =
        node.json(200, "GET", "/v1/streams/" + out + "/events?shard=0", "").get("events");
    assertThat(stored).hasSize(1);
    assertThat(stored.get(0).toString())
        .contains("\"key\":\"anna\"", "\"time\":\"2015-09-12T00:46:58Z\"");
  }

  private static String withOutput(JsonNode event, String out, String payload) {
    return "{\"receipt\":\""
        + receipt(event)
        + "\",\"outputs\":[{\"stream\":\""
        + out
        + "\","
        + payload
        + "}]}";
  }

  @Test
  void outputs_are_stored_as_they_are_sent() throws Exception {
    String out = stream.replace("/v1/streams/", "") + "-sent";
    node.json(201, "PUT", "/v1/streams/" + out, "{\"shards\":1}");
    append("1\n2");
    String to = "\"stream\":\"" + out + "\",\"payload\":";
    String first =
        "{\"z\" : 1.0,  \"a\":[1e3,-0.0,123456789012345678901234567890,1E+2,\"\\u00e4\"]}";
    JsonNode events = claim();
    String acks =
        ("{\"receipts\":[{\"outputs\":[{" + to + " " + first + " },{\"payload\":null," + to)
                .replace("," + to, ",\"stream\":\"" + out + "\"}],")
            + ("\"receipt\":\"" + receipt(events.get(0)) + "\"},")
            + ("{\"receipt\":\""
                + receipt(events.get(1))
                + "\",\"outputs\":[{\"headers\":{\"payload\":\"x\"},"
                + to
                + "-1.50}]}]}");
    assertThat(node.send("POST", group + "/ack", acks).body()).doesNotContain("stale");
    assertThat(node.send("GET", "/v1/streams/" + out + "/events?shard=0", "").body())
        .contains("\"payload\":" + first + "}")
        .contains("\"payload\":null}")
        .contains("\"payload\":-1.50}");
  }

  @Test
  void a_released_event_comes_again_without_counting() throws Exception {
    append("1");
    assertThat(settle("release", "{\"receipts\":[\"" + receipt(claim().get(0)) + "\"]}"))
        .isEqualTo("ok");
    assertThat(claim().get(0).get("attempt").intValue()).isEqualTo(1);
  }

  @Test
  void a_follower_goes_on_behind_what_it_committed() throws Exception {
    append("0\n1\n2");
    JsonNode page = node.json(200, "GET", group + "/shards/0/events?limit=2", "");
    assertThat(page.get("events")).hasSize(2);
    String position = page.get("next").stringValue();
    node.json(204, "POST", group + "/shards/0/commit", "{\"position\":\"" + position + "\"}");
    JsonNode rest = node.json(200, "GET", group + "/shards/0/events?wait=5s", "");
    assertThat(rest.get("events")).hasSize(1);
    assertThat(rest.get("events").get(0).get("payload").intValue()).isEqualTo(2);
    node.problem(
        ProblemCode.WRONG_TYPE, "POST", group + "/shards/0/commit", "{\"position\":\"x\"}");
    node.problem(
        ProblemCode.OUT_OF_BOUNDS, "POST", group + "/shards/0/commit", "{\"position\":\"1.1000\"}");
    node.problem(ProblemCode.BAD_REQUEST, "POST", group + "/shards/0/commit", "{}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", group + "/shards/1/events", "");
  }

  @Test
  void a_commit_with_the_run_of_its_read_does_not_undo_a_seek() throws Exception {
    append("0\n1\n2");
    JsonNode page = node.json(200, "GET", group + "/shards/0/events?limit=2", "");
    String position = page.get("next").stringValue();
    int run = page.get("run").intValue();
    node.json(204, "POST", group + "/seek", "{\"to\":\"earliest\"}");
    String commit = group + "/shards/0/commit";
    node.json(204, "POST", commit, "{\"position\":\"%s\",\"run\":%d}".formatted(position, run));
    assertThat(node.json(200, "GET", group + "/shards/0/events", "").get("events")).hasSize(3);
    node.json(204, "POST", commit, "{\"position\":\"%s\"}".formatted(position));
    assertThat(node.json(200, "GET", group + "/shards/0/events", "").get("events")).hasSize(1);
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", commit, "{\"position\":\"0.0\",\"run\":-1}");
  }

  @Test
  void the_lag_of_a_follower_is_what_it_has_not_committed() throws Exception {
    append("1\n2\n3");
    JsonNode page = node.json(200, "GET", group + "/shards/0/events?limit=2", "");
    assertThat(node.json(200, "GET", group, "").get("lag").intValue()).isEqualTo(3);
    String position = page.get("next").stringValue();
    node.json(204, "POST", group + "/shards/0/commit", "{\"position\":\"" + position + "\"}");
    JsonNode status = node.json(200, "GET", group, "");
    assertThat(status.get("lag").intValue()).isEqualTo(1);
    assertThat(status.get("shards").get("0").get("lag").intValue()).isEqualTo(1);
  }

  @Test
  void a_group_is_paused_resumed_sent_back_and_purged() throws Exception {
    append("1");
    node.json(204, "POST", group + "/pause", "");
    assertThat(node.json(200, "POST", group + "/claim", "{}").get("events")).isEmpty();
    assertThat(node.json(200, "GET", group, "").get("shards").get("0").get("paused").booleanValue())
        .isTrue();
    node.json(204, "POST", group + "/resume", "");
    String receipt = receipt(claim().get(0));
    node.json(204, "POST", group + "/seek", "{\"to\":\"earliest\"}");
    assertThat(settle("ack", "{\"receipts\":[\"" + receipt + "\"]}")).isEqualTo("stale");
    claim();
    node.json(204, "POST", group + "/purge", "");
    assertThat(node.json(200, "POST", group + "/claim", "{}").get("events")).isEmpty();
    assertThat(node.json(200, "GET", group, "").get("lag").intValue()).isZero();
  }

  @Test
  void what_is_wrong_is_said_by_its_code() throws Exception {
    node.problem(ProblemCode.BAD_NAME, "PUT", stream + "/groups/G", "");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "PUT", "/v1/streams/absent/groups/g", "");
    node.problem(ProblemCode.WRONG_TYPE, "PUT", group, "{\"start\":\"now\"}");
    node.problem(ProblemCode.WRONG_TYPE, "PUT", group, "{\"order\":\"time\"}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "PUT", group, "{\"lease\":\"500ms\"}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "PUT", group, "{\"backoff\":{\"first\":\"1h\"}}");
    node.problem(ProblemCode.UNKNOWN_FIELD, "PUT", group, "{\"backoff\":{\"second\":\"1h\"}}");
    node.problem(ProblemCode.GROUP_NOT_FOUND, "POST", stream + "/groups/absent/claim", "{}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", group + "/claim", "{\"limit\":10001}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", group + "/claim", "{\"max_bytes\":0}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", group + "/claim", "{\"max_bytes\":16777217}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", group + "/claim", "{\"wait\":\"61s\"}");
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", group + "/claim", "{\"shards\":[1]}");
    node.problem(ProblemCode.UNKNOWN_FIELD, "POST", group + "/claim", "{\"maximum\":1}");
    node.problem(ProblemCode.BAD_REQUEST, "POST", group + "/ack", "{}");
    node.problem(ProblemCode.WRONG_TYPE, "POST", group + "/nack", "{\"receipts\":[1]}");
    node.problem(
        ProblemCode.OUT_OF_BOUNDS, "POST", group + "/nack", "{\"receipts\":[],\"delay\":\"13h\"}");
    node.problem(
        ProblemCode.OUT_OF_BOUNDS,
        "POST",
        group + "/extend",
        "{\"receipts\":[],\"lease\":\"13h\"}");
    node.problem(ProblemCode.BAD_REQUEST, "POST", group + "/seek", "{}");
    node.problem(ProblemCode.UNKNOWN_FIELD, "POST", group + "/pause", "{\"x\":1}");
    node.problem(ProblemCode.BAD_REQUEST, "POST", group + "/dead-letters/discard", "{}");
    node.problem(
        ProblemCode.BAD_REQUEST,
        "POST",
        group + "/dead-letters/redrive",
        "{\"all\":true,\"limit\":1}");
    node.problem(
        ProblemCode.WRONG_TYPE, "POST", group + "/dead-letters/redrive", "{\"ids\":[\"x\"]}");
    node.problem(ProblemCode.WRONG_TYPE, "GET", group + "/dead-letters?after=x", "");
  }

  @Test
  void metrics_tell_of_each_group_and_shard() throws Exception {
    append("1\n2");
    claim();
    String name = stream.replace("/v1/streams/", "");
    String tags = "{group=\"g\",shard=\"0\",stream=\"" + name + "\"}";
    String metrics = node.send("GET", "/metrics", "").body();
    assertThat(metrics)
        .contains("messina_appended_total{stream=\"" + name + "\"} 2.0")
        .contains("messina_group_lag" + tags + " 2.0")
        .contains("messina_group_in_flight" + tags + " 2.0")
        .contains("messina_group_claimed_total" + tags + " 2.0")
        .contains("messina_group_oldest_unfinished_seconds" + tags)
        .contains("messina_store_operations")
        .containsPattern("messina_caches_bytes [1-9]")
        .containsPattern("messina_caches_max_bytes [1-9]")
        .containsPattern("messina_unfinished_bytes [1-9]")
        .contains("messina_caches_evicted_bytes_total");
    assertThat(node.send("GET", "/health/ready", "").body())
        .containsPattern("\"memory\":\"caches take \\d+ of \\d+ MiB\"");
    node.json(204, "DELETE", group, "");
    assertThat(node.send("GET", "/metrics", "").body()).doesNotContain(tags);
  }

  @Test
  void metrics_tell_how_much_goes_into_a_flush() throws Exception {
    append("1\n2\n3");
    append("4");
    String tags = "{shard=\"0\",stream=\"" + stream.replace("/v1/streams/", "") + "\"}";
    String metrics = node.send("GET", "/metrics", "").body();
    assertThat(metrics)
        .contains("messina_flushes_total" + tags + " 2.0")
        .contains("messina_flushed_events_total" + tags + " 4.0")
        .containsPattern(Pattern.quote("messina_flushed_bytes_total" + tags + " ") + "[1-9]");
    node.json(204, "DELETE", stream, "");
    while (node.send("GET", "/metrics", "").body().contains(tags)) {
      LockSupport.parkNanos(LOOK_NANOS); // handed over soon; the class has a timeout
    }
  }
}
