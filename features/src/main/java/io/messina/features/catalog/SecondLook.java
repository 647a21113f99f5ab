package io.messina.features.catalog;

import io.messina.stream.NodeTime;
import io.messina.stream.StreamException;
import io.messina.stream.read.SharedReads;
import io.messina.stream.time.UnbrokenSleep;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Reads again for those who did not find what they asked for: another node may have created it a
 * moment ago. As anybody can ask for names that are nowhere, one read at most begins in {@link
 * #PACE}, and all who wait for it share it. Safe for use by many threads.
 *
 * @param <V> what is read
 */
final class SecondLook<V> {

  static final Duration PACE = Duration.ofMillis(100);

  private final SharedReads<String, V> looks = new SharedReads<>();
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
   * @throws StreamException.Unavailable where the store does not answer
   */
  V now() {
    return looks.read(
        "all",
        () -> {
          UnbrokenSleep.until(time, nextNanos);
          nextNanos = time.nanoTime() + PACE.toNanos();
          return read.get();
        });
  }
}
