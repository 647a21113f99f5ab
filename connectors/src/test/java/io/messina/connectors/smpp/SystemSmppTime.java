package io.messina.connectors.smpp;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The clock of the machine. */
public final class SystemSmppTime implements SmppTime {

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    var _ =
        CompletableFuture.runAsync(
            task, CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS));
  }
}
