package io.messina.client.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.client.internal.Background;
import io.messina.client.internal.ScriptedServer.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** How long a handler may take, and a worker that is closed. */
class WorkerLimitsTest extends WorkerScenario {

  private static final Duration LONGEST = Duration.ofSeconds(9);

  private static CompletableFuture<Boolean> close(ClaimWorker worker) {
    return Background.call(() -> worker.close(LONGEST));
  }

  @Test
  void a_handler_that_takes_too_long_is_interrupted_and_its_event_given_back() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    ClaimWorker.start(
        scoring,
        OPTIONS.withBatch(1).withHandlingMax(Duration.ofMinutes(5)),
        event -> {
          try {
            return slow(event);
          } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
          }
        });
    hand(next(CLAIM), "1");
    surroundings.fire(Duration.ofMinutes(5));
    Request nack = next(NACK);
    assertThat(nack.body())
        .isEqualTo("{\"receipts\":[\"r1\"],\"error\":\"the handler took longer than 5m\"}");
    settle(nack, "ok", "r1");
    next(CLAIM);
    interrupted.await();
  }

  @Test
  void closing_gives_back_what_a_handler_has_not_ended_in_time() throws Exception {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS.withBatch(1), this::slow);
    hand(next(CLAIM), "1");
    begun.take();
    CompletableFuture<Boolean> inTime = close(worker);
    surroundings.fire(LONGEST);
    Request nack = next(NACK);
    assertThat(nack.body())
        .isEqualTo("{\"receipts\":[\"r1\"],\"error\":\"the worker was closed meanwhile\"}");
    assertThat(inTime).isNotDone();
    settle(nack, "ok", "r1");
    assertThat(inTime.join()).isFalse();
    assertThat(worker.ended()).isCompleted();
  }

  @Test
  void closing_does_not_wait_for_the_server_for_ever() throws Exception {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS.withBatch(1), this::slow);
    hand(next(CLAIM), "1");
    begun.take();
    CompletableFuture<Boolean> inTime = close(worker);
    surroundings.fire(LONGEST);
    next(NACK);
    surroundings.fire(WorkerLoop.GIVING_BACK_MAX);
    assertThat(inTime.join()).isFalse();
  }

  @Test
  void closing_gives_back_what_its_executor_has_not_begun() throws Exception {
    BlockingQueue<Runnable> given = new LinkedBlockingQueue<>();
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS.withBatch(1), this::slow, given::add);
    hand(next(CLAIM), "1");
    Runnable late = given.take();
    CompletableFuture<Boolean> inTime = close(worker);
    settle(next(RELEASE), "ok", "r1");
    assertThat(inTime.join()).isTrue();
    late.run();
    assertThat(begun).isEmpty();
  }

  @Test
  void a_server_that_does_not_hear_of_what_is_done_makes_no_handler_late() throws Exception {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS.withBatch(1), event -> Outcome.done());
    hand(next(CLAIM), "1");
    assertThat(next(CLAIM).body()).contains("\"ack\":[\"r1\"]");
    CompletableFuture<Boolean> inTime = close(worker);
    surroundings.fire(LONGEST);
    surroundings.fire(WorkerLoop.GIVING_BACK_MAX);
    assertThat(inTime.join()).isTrue();
  }

  /** Does not end before it may, whoever interrupts it. */
  private Outcome deaf(ClaimedEvent event) {
    begun.add(event.event().id().value());
    boolean waiting = true;
    while (waiting) {
      try {
        mayFinish.await();
        waiting = false;
      } catch (InterruptedException e) {
        // As of a library that does not look.
      }
    }
    return Outcome.done();
  }

  @Test
  void a_worker_whose_threads_are_all_stuck_gives_back_what_waits_and_does_not_end()
      throws Exception {
    Duration most = Duration.ofMinutes(5);
    ClaimWorker worker =
        ClaimWorker.start(scoring, OPTIONS.withBatch(3).withHandlingMax(most), this::deaf);
    hand(next(CLAIM), "1", "2");
    begun.take();
    surroundings.fire(most);
    List<Request> two = List.of(server.next(), server.next());
    assertThat(two).extracting(Request::what).containsExactlyInAnyOrder(NACK, RELEASE);
    two.forEach(request -> settle(request, "ok", request.what().equals(NACK) ? "r1" : "r2"));
    CompletableFuture<Boolean> inTime = close(worker);
    surroundings.fire(LONGEST);
    assertThat(surroundings.isScheduled(WorkerLoop.GIVING_BACK_MAX)).isTrue();
    assertThat(server.isQuiet()).isTrue();
    assertThat(worker.ended()).isNotDone();
    mayFinish.countDown();
    assertThat(inTime.join()).isFalse();
  }

  @Test
  void closing_in_time_says_so() {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS, this::slow);
    next(CLAIM);
    assertThat(worker.close(LONGEST)).isTrue();
    assertThat(surroundings.isScheduled(LONGEST)).isFalse();
  }
}
