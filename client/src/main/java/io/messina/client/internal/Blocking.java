package io.messina.client.internal;

import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for futures. */
public final class Blocking {

  private Blocking() {}

  /**
   * The result, or its failure, thrown from here.
   *
   * @throws MessinaException if it failed, or if this thread is interrupted: the future is then
   *     cancelled, and the thread stays interrupted
   */
  public static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new MessinaException.Unknown(
          Problem.of("interrupted", "interrupted while waiting for the answer"), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof MessinaException failure
          ? failure.rethrown()
          : new IllegalStateException(e.getCause());
    }
  }
}
