package io.messina.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.client.ScriptedServer.Request;
import java.time.Duration;
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
    surroundings.fire(LONGEST);
    late.run();
    settle(next(RELEASE), "ok", "r1");
    assertThat(inTime.join()).isFalse();
    assertThat(begun).isEmpty();
  }

  @Test
  void closing_in_time_says_so() {
    ClaimWorker worker = ClaimWorker.start(scoring, OPTIONS, this::slow);
    next(CLAIM);
    assertThat(worker.close(LONGEST)).isTrue();
    assertThat(surroundings.isScheduled(LONGEST)).isFalse();
  }
}
