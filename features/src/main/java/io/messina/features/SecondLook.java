package io.messina.features;

import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.runtime.SingleFlight;
import io.messina.runtime.UninterruptibleSleep;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Reads again for requests that did not find a name: another node may have created it a moment ago.
 * As anybody can ask for names that do not exist, at most one read begins in each {@link #PACE},
 * and all requests that wait share it. Safe for use by many threads.
 *
 * @param <V> what is read
 */
final class SecondLook<V> {

  static final Duration PACE = Duration.ofMillis(100);

  private final SingleFlight<String, V> looks = new SingleFlight<>();
  private final NodeTime time;
  private final Supplier<V> read;
  private volatile long nextNanos; // written by one look at a time

  SecondLook(NodeTime time, Supplier<V> read) {
    this.time = time;
    this.read = read;
    this.nextNanos = time.nanoTime();
  }

  /**
   * Waits for the pace, and reads.
   *
   * @return all that was written before the call, and perhaps more
   * @throws RequestException.Unavailable if the store does not answer
   */
  V now() {
    return looks.read(
        "all",
        () -> {
          UninterruptibleSleep.until(time, nextNanos);
          nextNanos = time.nanoTime() + PACE.toNanos();
          return read.get();
        });
  }
}
