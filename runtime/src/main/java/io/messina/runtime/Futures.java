package io.messina.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Waits for futures. */
public final class Futures {

  private Futures() {}

  /**
   * Waits for a result. Interrupting the caller changes nothing; it stays interrupted.
   *
   * @param <T> the type of the result
   * @param future the future to wait for
   * @return its result
   * @throws RuntimeException the very one with which the future failed, not wrapped
   * @throws CompletionException where it failed with anything else
   */
  public static <T extends @Nullable Object> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
