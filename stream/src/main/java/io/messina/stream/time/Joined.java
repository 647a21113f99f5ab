package io.messina.stream.time;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waiting for answers. */
public final class Joined {

  private Joined() {}

  /**
   * Waits for an answer. Interrupting the caller changes nothing; it stays interrupted.
   *
   * @param <T> what it is
   * @param answer comes later
   * @return the answer
   * @throws RuntimeException the very one with which it failed
   * @throws CompletionException where it failed with anything else
   */
  public static <T> T join(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
