package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.testkit.SystemWaiting;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Groups themselves, their followers, and what is measured of them. */
class GroupsTest extends WithGroup {

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
    assertThat(claim("{}")).isEmpty();
    assertThat(node.json(200, "GET", group, "").get("shards").get("0").get("paused").booleanValue())
        .isTrue();
    node.json(204, "POST", group + "/resume", "");
    String receipt = receipt(claim().get(0));
    node.json(204, "POST", group + "/seek", "{\"to\":\"earliest\"}");
    assertThat(settle("ack", "{\"receipts\":[\"" + receipt + "\"]}")).isEqualTo("stale");
    claim();
    node.json(204, "POST", group + "/purge", "");
    assertThat(claim("{}")).isEmpty();
    assertThat(node.json(200, "GET", group, "").get("lag").intValue()).isZero();
  }

  @Test
  void unfinished_events_tell_who_has_them_and_since_when() throws Exception {
    append("{\"n\":1}\n{\"n\":2}\n{\"n\":3}");
    Instant before = Instant.now();
    JsonNode first = claim("{\"limit\":1,\"wait\":\"30s\",\"worker\":\"w1\"}").get(0);
    claim("{\"limit\":1,\"wait\":\"30s\",\"worker\":\"w2\"}");

    JsonNode all = node.json(200, "GET", group + "/unfinished", "");
    assertThat(all.has("missing")).isFalse();
    JsonNode events = all.get("events");
    assertThat(events.findValuesAsString("state"))
        .containsExactly("PROCESSING", "PROCESSING", "RECEIVED");
    assertThat(events.get(0).get("id")).isEqualTo(first.get("id"));
    assertThat(events.get(0).get("append_time")).isEqualTo(first.get("append_time"));
    assertThat(Instant.parse(events.get(0).get("since").stringValue()))
        .isBetween(before.minusSeconds(1), Instant.now());
    assertThat(unfinished("?worker=w2").findValuesAsString("worker")).containsExactly("w2");
    assertThat(unfinished("?held_for=1h")).isEmpty();
    assertThat(unfinished("?state=RECEIVED&limit=1")).hasSize(1);
    settle("ack", receipts(first));
    assertThat(unfinished("?state=PROCESSING")).hasSize(1);
    node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", group + "/unfinished?state=COMPLETED", "");
  }

  private JsonNode unfinished(String query) throws Exception {
    return node.json(200, "GET", group + "/unfinished" + query, "").get("events");
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
  void metrics_tell_of_each_group() throws Exception {
    append("1\n2");
    claim();
    String name = stream.replace("/v1/streams/", "");
    String tags = "{group=\"g\",stream=\"" + name + "\"}";
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
    String tags = "{stream=\"" + stream.replace("/v1/streams/", "") + "\"}";
    String metrics = node.send("GET", "/metrics", "").body();
    assertThat(metrics)
        .contains("messina_flushes_total" + tags + " 2.0")
        .contains("messina_flushed_events_total" + tags + " 4.0")
        .containsPattern(Pattern.quote("messina_flushed_bytes_total" + tags + " ") + "[1-9]");
    node.json(204, "DELETE", stream, "");
    SystemWaiting.until(
        () -> !node.send("GET", "/metrics", "").body().contains("messina_flushes_total" + tags));
  }
}
