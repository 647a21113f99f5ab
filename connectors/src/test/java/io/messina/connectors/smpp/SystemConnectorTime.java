package io.messina.connectors.smpp;

import io.messina.connectors.ConnectorTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The clock of the machine. */
public final class SystemConnectorTime implements ConnectorTime {

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
