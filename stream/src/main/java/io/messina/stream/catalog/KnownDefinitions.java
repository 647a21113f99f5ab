package io.messina.stream.catalog;

import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.NodeTime;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.StreamException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * The newest definitions of one kind that a process has read or written, and their meaning. Safe
 * for use by many threads; what is known never becomes older.
 *
 * @param <V> their meaning
 */
final class KnownDefinitions<V> {

  private static final int READS_MAX = 5;
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(50), Duration.ofSeconds(1));

  private final DefinitionReader reader;
  private final NodeTime time;
  private final Function<Definitions, V> interpreter;
  private final Runnable onNews;
  private final AtomicReference<Known<V>> newest;
  private volatile long readNanos;
  private volatile boolean loaded;

  /**
   * Nothing is known yet.
   *
   * @param interpreter throws if it cannot read a definition; then the former meaning stays
   * @param onNews called whenever something newer is known, by the thread that read or wrote it
   */
  KnownDefinitions(
      DefinitionReader reader,
      NodeTime time,
      Function<Definitions, V> interpreter,
      Runnable onNews) {
    this.reader = reader;
    this.time = time;
    this.interpreter = interpreter;
    this.onNews = onNews;
    this.newest =
        new AtomicReference<>(
            new Known<>(Definitions.NONE, interpreter.apply(Definitions.NONE), time.nanoTime()));
  }

  /**
   * What is known.
   *
   * @param sinceNanos when it was known at the latest, by the monotonic clock; it contains all that
   *     was written before
   */
  record Known<V>(Definitions definitions, V meaning, long sinceNanos) {}

  Known<V> newest() {
    return newest.get();
  }

  /** Whether definitions were ever read. */
  boolean isLoaded() {
    return loaded;
  }

  /** Whether all is known that was written until {@code age} ago. */
  boolean isYoungerThan(Duration age) {
    return loaded && time.nanoTime() - readNanos < age.toNanos();
  }

  /**
   * Reads once.
   *
   * @throws StoreUnavailableException if that is not possible now
   */
  Definitions read() {
    long begunNanos = time.nanoTime();
    Definitions read = reader.read(newest().definitions());
    accept(read);
    readNanos = begunNanos;
    loaded = true;
    return read;
  }

  /**
   * Reads, with retries.
   *
   * @throws StreamException.Unavailable if all of them fail
   */
  Definitions readPatiently() {
    for (int i = 1; ; i++) {
      try {
        return read();
      } catch (StoreUnavailableException e) {
        if (i == READS_MAX) {
          throw new StreamException.Unavailable("definitions: " + e.getMessage());
        }
      }
      UninterruptibleSleep.sleep(time, BACKOFF.after(i));
    }
  }

  /** Accepts definitions that were read or written, unless newer ones are known. */
  void accept(Definitions definitions) {
    if (definitions.isAfter(newest().definitions())) {
      Known<V> known = new Known<>(definitions, interpreter.apply(definitions), time.nanoTime());
      Known<V> former = newest.getAndAccumulate(known, KnownDefinitions::newer);
      if (definitions.isAfter(former.definitions())) {
        onNews.run();
      }
    }
  }

  private static <V> Known<V> newer(Known<V> standing, Known<V> next) {
    return next.definitions().isAfter(standing.definitions()) ? next : standing;
  }
}
