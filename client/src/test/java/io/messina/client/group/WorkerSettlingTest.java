package io.messina.client.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.client.error.MessinaException;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.internal.ScriptedServer.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class WorkerSettlingTest extends WorkerScenario {

  private static final Duration FIRST_WAIT = Duration.ofMillis(75);

  private final BlockingQueue<Runnable> given = new LinkedBlockingQueue<>();

  /** A worker that has handled so many events: the first one's acknowledgement is under way. */
  private Request begin(EventHandler handler, String... ids) throws InterruptedException {
    WorkerOptions options = OPTIONS.withConcurrency(ids.length).withBatch(ids.length);
    ClaimWorker.start(scoring, options, handler, given::add);
    hand(next(CLAIM), ids);
    given.take().run();
    Request first = ids.length == 1 ? next(CLAIM) : find(ACK);
    for (int i = 1; i < ids.length; i++) {
      given.take().run();
    }
    return first;
  }

  private static Outcome scored(ClaimedEvent event) {
    String stream = event.receipt().value().equals("r3") ? "mistyped" : "scores";
    return Outcome.done(
        List.of(new Output(new StreamName(stream), NewEvent.of("k", Payload.json("1")))));
  }

  @Test
  void an_output_that_the_server_refuses_fails_its_event_alone() throws Exception {
    settle(begin(WorkerSettlingTest::scored, "1", "2", "3", "4", "5"), "ok", "r1");
    find(CLAIM).refuse(404, "stream_not_found");
    find(ACK).refuse(404, "stream_not_found");
    Request first = find(ACK);
    assertThat(first.body()).contains("r2", "\"r3\"").doesNotContain("r4");
    first.refuse(404, "stream_not_found");
    settle(find(ACK), "ok", "r2");
    find(ACK).refuse(404, "stream_not_found");
    Request nack = find(NACK);
    assertThat(nack.body())
        .startsWith("{\"receipts\":[\"r3\"],\"error\":\"acknowledging failed: ")
        .contains("stream_not_found");
  }

  @Test
  void the_others_of_a_refused_request_are_acknowledged() throws Exception {
    settle(begin(WorkerSettlingTest::scored, "1", "3", "2", "4"), "ok", "r1");
    find(CLAIM).refuse(404, "stream_not_found");
    find(ACK).refuse(404, "stream_not_found");
    Request culprit = find(ACK);
    assertThat(culprit.body()).contains("mistyped").doesNotContain("r2", "r4");
    culprit.refuse(404, "stream_not_found");
    assertThat(find(ACK).body()).contains("r2", "r4");
  }

  @Test
  void an_event_whose_output_is_refused_fails_with_the_reason() throws Exception {
    Request ack = begin(WorkerSettlingTest::scored, "1", "2", "4");
    ack.answer(
        200,
        "{\"results\":[{\"receipt\":\"r1\",\"status\":\"refused\",\"detail\":\"against the"
            + " schema\"}]}");
    assertThat(find(NACK).body()).contains("r1", "against the schema").doesNotContain("r2");
  }

  @Test
  void an_acknowledgement_in_doubt_is_sent_again_and_its_event_is_kept() throws Exception {
    Request ack = begin(event -> Outcome.done(), "1");
    settle(ack, "retry", "r1");
    surroundings.fire(THIRD_OF_LEASE);
    Request extend = find(EXTEND);
    assertThat(extend.body()).contains("r1");
    settle(extend, "ok", "r1");
    surroundings.fire(FIRST_WAIT);
    Request again = find(CLAIM);
    assertThat(again.body()).contains("\"ack\":[\"r1\"]");
    settle(again, "ok", "r1");
    next(CLAIM);
  }

  @Test
  void an_acknowledgement_in_doubt_is_given_up_with_its_lease() throws Exception {
    Request ack = begin(event -> Outcome.done(), "1");
    surroundings.pass(Duration.ofSeconds(31));
    settle(ack, "retry", "r1");
    next(CLAIM);
    assertThat(surroundings.isScheduled(FIRST_WAIT)).isFalse();
  }

  @Test
  void a_worker_that_stops_does_not_ask_for_ever() throws Exception {
    given.clear();
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS, event -> Outcome.done(), given::add);
    hand(next(CLAIM), "1");
    given.take().run();
    Request ack = find(ACK);
    CompletableFuture<Void> stopped = worker.stop();
    settle(ack, "retry", "r1");
    surroundings.fire(FIRST_WAIT);
    settle(find(ACK), "retry", "r1");
    surroundings.fire(FIRST_WAIT.multipliedBy(2));
    settle(find(ACK), "retry", "r1");
    stopped.join();
  }

  @Test
  void what_is_no_receipt_of_the_group_is_not_sent_again() throws Exception {
    settle(begin(event -> Outcome.done(), "1"), "unknown", "r1");
    next(CLAIM);
    assertThat(surroundings.isScheduled(FIRST_WAIT)).isFalse();
  }

  @Test
  void a_return_in_doubt_is_sent_again() {
    ClaimWorker.start(scoring, OPTIONS.withBatch(1), event -> Outcome.retry("no model"));
    hand(next(CLAIM), "1");
    settle(next(NACK), "retry", "r1");
    surroundings.fire(FIRST_WAIT);
    settle(next(NACK), "ok", "r1");
    next(CLAIM);
  }

  @Test
  void a_group_that_went_away_ends_the_worker_at_its_next_return() {
    ClaimWorker worker =
        ClaimWorker.start(scoring, OPTIONS.withBatch(1), event -> Outcome.retry("no model"));
    hand(next(CLAIM), "1");
    next(NACK).refuse(404, "group_not_found");
    assertThatThrownBy(() -> worker.ended().join())
        .hasCauseInstanceOf(MessinaException.NotFound.class);
  }
}
