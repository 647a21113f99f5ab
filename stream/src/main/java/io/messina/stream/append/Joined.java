package io.messina.stream.append;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for answers. */
final class Joined {

  private Joined() {}

  /** What the future comes to, or the exception itself that it failed with. */
  static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
