package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import io.messina.store.UnknownOutcomeException;
import io.messina.stream.json.ApiJson;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.SystemWaiting;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** What clients are told while the store fails, and what is there afterwards. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class FaultsTest {

  private static final Predicate<FaultyStore.Call> DEFINITIONS =
      RunningNode.writes(key -> key.table().name().equals("definitions"));
  private static final String LINES = "Content-Type: application/x-ndjson";

  /** Of events of almost a MiB, more than a shard holds that cannot write. */
  private static final int TOO_MANY = 24;

  private static final String EVENTS = "/v1/streams/s/events";

  @TempDir private Path folder;
  private FaultyStore store;
  private RunningNode node;

  @BeforeEach
  void start() throws Exception {
    node = RunningNode.in(folder);
    store = node.store();
    node.json(201, "PUT", "/v1/streams/s", "{\"shards\":2,\"key\":\"/k\"}");
    awaitReady();
  }

  @AfterEach
  void stop() {
    store.mend();
    node.close();
  }

  @Test
  void a_change_that_the_store_does_not_take_is_unavailable_and_is_not_done() throws Exception {
    store.refuse(DEFINITIONS);
    assertRetryable(ProblemCode.UNAVAILABLE, node.send("PUT", "/v1/streams/t", ""));
    assertRetryable(ProblemCode.UNAVAILABLE, node.send("DELETE", "/v1/streams/s", ""));
    store.mend();
    node.problem(ProblemCode.STREAM_NOT_FOUND, "GET", "/v1/streams/t", "");
    node.json(200, "GET", "/v1/streams/s", "");
  }

  @Test
  void a_change_whose_answer_is_lost_has_an_unknown_outcome() throws Exception {
    store.before(
        call -> {
          if (DEFINITIONS.test(call)) {
            throw new UnknownOutcomeException("planted");
          }
        });
    assertRetryable(ProblemCode.UNKNOWN_OUTCOME, node.send("PUT", "/v1/streams/t", ""));
    store.mend();
    node.json(201, "PUT", "/v1/streams/t", "");
  }

  @Test
  void an_append_to_a_shard_that_nobody_owns_is_unavailable_and_is_not_stored() throws Exception {
    node.json(202, "POST", EVENTS, lines(), LINES); // so both shards of s have their owner
    store.refuse(call -> call.writes(ShardTable.SHARDS));
    node.json(201, "PUT", "/v1/streams/t", "{\"shards\":1}");
    node.json(200, "GET", "/health/ready", ""); // a new stream may be without an owner for a while
    HttpResponse<String> answer = node.send("POST", "/v1/streams/t/events", "1");
    assertRetryable(ProblemCode.UNAVAILABLE, answer);
    assertThat(answer.body()).doesNotContain("\"stored\"");
    JsonNode trouble = node.problem(ProblemCode.UNAVAILABLE, "GET", "/health/ready", "");
    assertThat(trouble.get("checks").get("shards").stringValue()).startsWith("1 shards");
    store.mend();
    awaitReady();
    assertThat(payloads("t", 1)).isEmpty();
  }

  @Test
  void an_append_whose_write_is_not_answered_has_an_unknown_outcome() throws Exception {
    store.loseAnswers(logOf(0).or(logOf(1)));
    HttpResponse<String> answer = node.send("POST", EVENTS, "{\"k\":\"a\"}");
    assertRetryable(ProblemCode.UNKNOWN_OUTCOME, answer);
    assertThat(answer.body()).doesNotContain("\"stored\"");
  }

  @Test
  void what_one_shard_stored_is_told_and_the_same_request_stores_the_rest() throws Exception {
    String lines = lines();
    store.refuse(logOf(1));
    HttpResponse<String> answer = node.send("POST", EVENTS, lines, LINES, "Idempotency-Key: once");
    assertRetryable(ProblemCode.UNKNOWN_OUTCOME, answer);
    JsonNode stored = ApiJson.MAPPER.readTree(answer.body()).get("stored");
    int accepted = stored.get("accepted").intValue();
    assertThat(accepted).isBetween(1, 15);
    assertThat(stored.get("duplicates").intValue()).isZero();
    assertThat(texts(stored.get("ids"))).hasSize(16).contains("null");
    assertThat(payloads("s", 2)).hasSize(accepted);
    store.mend();
    awaitReady();
    JsonNode again = node.json(202, "POST", EVENTS, lines, LINES, "Idempotency-Key: once");
    assertThat(again.get("accepted").intValue()).isEqualTo(16 - accepted);
    assertThat(again.get("duplicates").intValue()).isEqualTo(accepted);
    assertSameWhereKnown(texts(stored.get("ids")), texts(again.get("ids")));
    assertThat(payloads("s", 2)).containsExactlyInAnyOrder(lines.split("\n"));
  }

  @Test
  void what_a_full_shard_cannot_hold_is_told_to_come_again_and_is_not_stored() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    store.before(
        call -> {
          if (call.isWrite() && call.table().name().startsWith("log_")) {
            held.countDown();
            await(goOn);
          }
        });
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    answers.add(node.sendLater("POST", EVENTS, large(0)));
    held.await();
    for (int i = 1; i <= TOO_MANY; i++) {
      answers.add(node.sendLater("POST", EVENTS, large(i)));
    }
    // Nothing else is answered while the log is held.
    CompletableFuture.anyOf(answers.toArray(CompletableFuture[]::new)).join();
    goOn.countDown();
    int accepted = 0;
    for (CompletableFuture<HttpResponse<String>> each : answers) {
      if (each.join().statusCode() == 202) {
        accepted++;
      } else {
        assertRetryable(ProblemCode.OVERLOADED, each.join());
      }
    }
    assertThat(accepted).isBetween(1, TOO_MANY);
    assertThat(payloads("s", 2)).hasSize(accepted);
  }

  /** Writes of rows of the log of a shard. */
  private static Predicate<FaultyStore.Call> logOf(int shard) {
    return RunningNode.writes(
        key -> key.table().name().startsWith("log_") && key.values().get(1).equals(shard));
  }

  /** Of one shard, as all have one key, and close to a MiB. */
  private static String large(int number) {
    return "{\"k\":\"a\",\"n\":" + number + ",\"pad\":\"" + "x".repeat(1_000_000) + "\"}";
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertRetryable(ProblemCode code, HttpResponse<String> answer) {
    assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
    assertThat(answer.body()).contains("\"retryable\":true");
    assertThat(answer.statusCode()).isEqualTo(code.status());
    assertThat(answer.headers().firstValue("retry-after")).contains("1");
  }

  private static void assertSameWhereKnown(List<String> some, List<String> all) {
    for (int i = 0; i < all.size(); i++) {
      assertThat(some.get(i)).isIn(all.get(i), "null");
    }
    assertThat(all).doesNotContain("null");
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(node -> node.isNull() ? "null" : node.stringValue())
        .toList();
  }

  private static String lines() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      lines.append("{\"k\":\"").append((char) ('a' + i)).append("\"}\n");
    }
    return lines.toString();
  }

  private void awaitReady() {
    SystemWaiting.until(() -> node.send("GET", "/health/ready", "").statusCode() == 200);
  }

  private List<String> payloads(String stream, int shards) throws Exception {
    List<String> payloads = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      String path = "/v1/streams/" + stream + "/events?shard=" + shard + "&from=";
      JsonNode page = node.json(200, "GET", path + "earliest", "");
      while (!page.get("events").isEmpty()) {
        page.get("events").forEach(event -> payloads.add(event.get("payload").toString()));
        page = node.json(200, "GET", path + page.get("next").stringValue(), "");
      }
    }
    return payloads;
  }
}
