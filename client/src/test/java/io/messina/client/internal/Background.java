package io.messina.client.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Makes calls that wait, each on a thread of its own. */
public final class Background {

  private static final Executor THREADS =
      task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
      };

  private Background() {}

  public static <T> CompletableFuture<T> call(Supplier<T> call) {
    return CompletableFuture.supplyAsync(call, THREADS);
  }

  public static CompletableFuture<Void> run(Runnable call) {
    return CompletableFuture.runAsync(call, THREADS);
  }
}
