package io.messina.client.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.internal.ScriptedServer.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class ClaimWorkerTest extends WorkerScenario {

  @Test
  void what_is_done_is_acknowledged_with_its_outputs() {
    Output output = new Output(new StreamName("scores"), NewEvent.of("k", Payload.json("0.5")));
    ClaimWorker worker =
        ClaimWorker.start(scoring, OPTIONS, event -> Outcome.done(List.of(output)));
    Request claim = next(CLAIM);
    assertThat(claim.body())
        .isEqualTo(
            "{\"limit\":2,\"max_bytes\":16777216,\"wait\":\"20s\",\"lease\":\"30s\",\"worker\":\"w1\"}");
    hand(claim, "1");
    List<Request> two = List.of(server.next(), server.next());
    Request ack = two.stream().filter(one -> one.what().equals(ACK)).findFirst().orElseThrow();
    assertThat(ack.body())
        .isEqualTo(
            "{\"receipts\":[{\"receipt\":\"r1\",\"outputs\":[{\"stream\":\"scores\",\"key\":\"k\",\"content_type\":\"application/json\",\"payload\":0.5}]}]}");
    settle(ack, "ok", "r1");
    stop(worker);
  }

  @Test
  void outputs_have_the_trace_of_their_event_unless_they_have_one() {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    NewEvent plain = NewEvent.of(Payload.json("1"));
    List<Output> outputs =
        List.of(
            new Output(new StreamName("scores"), plain),
            new Output(new StreamName("scores"), plain.withHeader("traceparent", "own")));
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS, event -> Outcome.done(outputs));
    next(CLAIM)
        .answer(
            200,
            events(
                List.of(
                    event("1", "")
                        .replace(
                            "{}",
                            "{\"traceparent\":\"%s\",\"tracestate\":\"a=1\",\"x\":\"y\"}"
                                .formatted(trace)))));
    List<Request> two = List.of(server.next(), server.next());
    Request ack = two.stream().filter(one -> one.what().equals(ACK)).findFirst().orElseThrow();
    assertThat(ack.body())
        .contains(
            "{\"stream\":\"scores\",\"headers\":{\"traceparent\":\"%s\",\"tracestate\":\"a=1\"},"
                .formatted(trace))
        .contains("{\"stream\":\"scores\",\"headers\":{\"traceparent\":\"own\"},");
    settle(ack, "ok", "r1");
    stop(worker);
  }

  @Test
  void what_the_handler_throws_returns_the_event() {
    ClaimWorker worker =
        ClaimWorker.start(
            scoring,
            OPTIONS.withBatch(1),
            event -> {
              throw new IllegalStateException("no model");
            });
    hand(next(CLAIM), "1");
    Request nack = next(NACK);
    assertThat(nack.body())
        .isEqualTo(
            "{\"receipts\":[\"r1\"],\"error\":\"java.lang.IllegalStateException: no model\"}");
    settle(nack, "ok", "r1");
    next(CLAIM);
    stop(worker);
  }

  @Test
  void what_is_rejected_becomes_a_dead_letter() {
    ClaimWorker worker =
        ClaimWorker.start(scoring, OPTIONS.withBatch(1), event -> Outcome.reject("bad"));
    hand(next(CLAIM), "1");
    Request nack = next(NACK);
    assertThat(nack.body()).isEqualTo("{\"receipts\":[\"r1\"],\"error\":\"bad\",\"dead\":true}");
    settle(nack, "ok", "r1");
    next(CLAIM);
    stop(worker);
  }

  @Test
  void leases_of_all_that_is_held_are_extended_while_a_handler_runs() throws Exception {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS, this::slow);
    hand(next(CLAIM), "1", "2");
    begun.take();
    surroundings.fire(THIRD_OF_LEASE);
    Request first = next(EXTEND);
    assertThat(first.body()).isEqualTo("{\"receipts\":[\"r1\",\"r2\"],\"lease\":\"30s\"}");
    surroundings.fire(THIRD_OF_LEASE);
    Request second = next(EXTEND);
    settle(second, "ok", "r1", "r2");
    settle(first, "ok", "r1", "r2");
    CompletableFuture<Void> stopped = worker.stop();
    settle(next(RELEASE), "ok", "r2");
    mayFinish.countDown();
    settle(next(ACK), "ok", "r1");
    stopped.join();
  }

  @Test
  void an_event_whose_lease_is_lost_is_not_begun() throws Exception {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS, this::slow);
    hand(next(CLAIM), "1", "2");
    begun.take();
    surroundings.fire(THIRD_OF_LEASE);
    next(EXTEND)
        .answer(
            200,
            "{\"results\":[{\"receipt\":\"r1\",\"status\":\"ok\"},"
                + "{\"receipt\":\"r2\",\"status\":\"stale\"}]}");
    Request claim = next(CLAIM);
    mayFinish.countDown();
    settle(next(ACK), "ok", "r1");
    hand(claim);
    next(CLAIM);
    stop(worker);
    assertThat(begun).isEmpty();
  }

  @Test
  void an_event_that_waited_longer_than_its_lease_is_given_back() throws Exception {
    ClaimWorker.start(scoring, OPTIONS, this::slow);
    hand(next(CLAIM), "1", "2");
    begun.take();
    surroundings.pass(Duration.ofSeconds(30));
    mayFinish.countDown();
    assertThat(find(RELEASE).body()).isEqualTo("{\"receipts\":[\"r2\"]}");
    assertThat(begun).isEmpty();
  }

  @Test
  void as_many_run_at_once_as_there_are_threads() throws Exception {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS.withConcurrency(2), this::slow);
    hand(next(CLAIM), "1", "2", "3");
    assertThat(List.of(begun.take(), begun.take())).containsExactlyInAnyOrder("1", "2");
    assertThat(begun).isEmpty();
    CompletableFuture<Void> stopped = worker.stop();
    settle(next(RELEASE), "ok", "r3");
    assertThat(stopped).isNotDone();
    mayFinish.countDown();
    Request ack = next(ACK);
    settle(ack, "ok", "r1", "r2");
    if (!ack.body().contains("r1") || !ack.body().contains("r2")) {
      settle(next(ACK), "ok", "r1", "r2");
    }
    stopped.join();
  }

  @Test
  void stopping_breaks_off_a_claim_that_waits() {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS, event -> Outcome.done());
    next(CLAIM);
    worker.close();
    assertThat(worker.ended()).isCompleted();
  }

  @Test
  void a_claim_that_fails_is_made_again_after_a_while() {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS, event -> Outcome.done());
    next(CLAIM).refuse(503, "unknown_outcome");
    surroundings.fire(Duration.ofMillis(75));
    next(CLAIM);
    stop(worker);
  }

  @Test
  void a_group_that_is_not_there_ends_the_worker() {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS, event -> Outcome.done());
    next(CLAIM).refuse(404, "group_not_found");
    assertThatThrownBy(() -> worker.ended().join())
        .hasCauseInstanceOf(MessinaException.NotFound.class);
    assertThatThrownBy(worker::close).isInstanceOf(MessinaException.NotFound.class);
  }

  @Test
  void acknowledgements_of_unknown_outcome_are_made_again() {
    try (MessinaClient once = server.client(surroundings).retries(RetryPolicy.NONE).build()) {
      GroupClient group = once.stream("edits").group("scoring");
      ClaimWorker worker = ClaimWorker.start(group, OPTIONS.withBatch(1), event -> Outcome.done());
      hand(next(CLAIM), "1");
      next(CLAIM).refuse(503, "unknown_outcome");
      surroundings.fire(Duration.ofMillis(75));
      settle(next(ACK), "ok", "r1");
      next(CLAIM);
      stop(worker);
    }
  }

  @Test
  void what_a_failed_claim_brought_is_acknowledged_by_a_worker_that_stops() {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS.withBatch(1), event -> Outcome.done());
    hand(next(CLAIM), "1");
    Request claim = next(CLAIM);
    CompletableFuture<Void> ended = worker.stop();
    claim.refuse(503, "unknown_outcome");
    settle(next(ACK), "ok", "r1");
    assertThat(ended.join()).isNull();
  }

  @Test
  void a_busy_worker_needs_one_request_for_each_batch() {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS.withBatch(1), event -> Outcome.done());
    hand(next(CLAIM), "1");
    for (int i = 1; i < 10; i++) {
      Request claim = next(CLAIM);
      assertThat(claim.body()).contains("\"wait\":\"0s\"", "\"ack\":[\"r" + i + "\"]");
      claim.answer(
          200,
          "{\"results\":[{\"receipt\":\"r%d\",\"status\":\"ok\"}],%s"
              .formatted(i, events(List.of(event(Integer.toString(i + 1), ""))).substring(1)));
    }
    settle(next(CLAIM), "ok", "r10");
    assertThat(next(CLAIM).body()).contains("\"wait\":\"20s\"").doesNotContain("ack");
    stop(worker);
  }

  @Test
  void what_a_refused_claim_brought_is_acknowledged_by_itself() {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS.withBatch(1), event -> Outcome.done());
    hand(next(CLAIM), "1");
    next(CLAIM).refuse(404, "stream_not_found");
    Request ack = next(ACK);
    assertThat(ack.body()).isEqualTo("{\"receipts\":[\"r1\"]}");
    settle(ack, "ok", "r1");
    assertThat(next(CLAIM).body()).doesNotContain("ack");
    stop(worker);
  }

  @Test
  void the_handler_runs_on_the_executor_that_was_given() throws Exception {
    BlockingQueue<Runnable> given = new LinkedBlockingQueue<>();
    ClaimWorker worker =
        ClaimWorker.start(scoring, OPTIONS.withBatch(1), event -> Outcome.done(), given::add);
    hand(next(CLAIM), "1");
    given.take().run();
    settle(next(CLAIM), "ok", "r1");
    next(CLAIM);
    stop(worker);
  }
}
