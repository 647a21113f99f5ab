package io.messina.connectors.smpp;

import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One submit_sm on its way. It is certain at each moment whether the message centre can have it,
 * because giving up and writing exclude each other: the first wins. Safe for use by many threads.
 */
final class PendingSubmit {

  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);
  private final CompletableFuture<SendResult> result = new CompletableFuture<>();

  private enum Stage {
    WAITING,
    /** It will never be written. */
    GIVEN_UP,
    WRITING,
    WRITTEN
  }

  /** Says whether to write it now, because it was not given up. */
  boolean mayWrite() {
    return stage.compareAndSet(Stage.WAITING, Stage.WRITING);
  }

  /** It is with the system, which sends it. */
  void written() {
    stage.set(Stage.WRITTEN);
  }

  /** Whether it is being written, which takes as long as the other side reads nothing. */
  boolean isBeingWritten() {
    return stage.get() == Stage.WRITING;
  }

  void end(SendResult ended) {
    result.complete(ended);
  }

  /**
   * Ends it without an answer: failed if it was not written and never will be, else uncertain.
   *
   * @param code of the failure
   */
  void giveUp(String code, String reason) {
    boolean isWithUs = stage.compareAndSet(Stage.WAITING, Stage.GIVEN_UP);
    end(
        isWithUs || stage.get() == Stage.GIVEN_UP
            ? new SendResult.Failed(code, reason)
            : new SendResult.Uncertain(reason));
  }

  /** Waits for its end, and gives it up when the time is over or the thread interrupted. */
  SendResult await(Duration most) {
    try {
      return result.get(most.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      giveUp("timeout", "no answer within the time-out");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      giveUp("interrupted", "interrupted before an answer");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // it never ends so
    }
    return result.join();
  }
}
