package io.messina.stream.read;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets equal reads at the same time be one read: one runs, and all that come meanwhile share the
 * next. Nobody shares a read that had begun before he asked, so each sees what was written before
 * it. Safe for use by many threads.
 *
 * @param <K> what is read; equal where the reads are
 * @param <V> what comes of it, immutable
 */
public final class SharedReads<K, V> {

  private final ConcurrentHashMap<K, Round<V>> newest = new ConcurrentHashMap<>();

  /** No reads. */
  public SharedReads() {}

  /**
   * Reads, or shares a read that has not begun.
   *
   * @param key what is read
   * @param read reads it; throws for all who share it
   * @return what was read after this call began
   */
  public V read(K key, Supplier<V> read) {
    Round<V> waiting = newest.get(key);
    if (waiting != null && !waiting.begun) {
      // Without the map's lock, at which thousands would queue until that read is over.
      return waiting.get();
    }
    Round<V> mine = new Round<>();
    Round<V> joined =
        newest.compute(
            key,
            (_, standing) -> standing == null || standing.begun ? mine.after(standing) : standing);
    if (joined == mine) {
      lead(key, mine, read);
    }
    return joined.get();
  }

  private void lead(K key, Round<V> round, Supplier<V> read) {
    round.former.ifPresent(Round::await);
    newest.computeIfPresent(key, (_, standing) -> standing.begin(round));
    try {
      round.result.complete(read.get());
    } catch (Throwable e) {
      round.result.completeExceptionally(e);
    } finally {
      newest.remove(key, round);
    }
  }

  /** One read. Its flag and its predecessor are written within the map's computations. */
  private static final class Round<V> {

    private final CompletableFuture<V> result = new CompletableFuture<>();
    private Optional<Round<V>> former = Optional.empty();
    private volatile boolean begun;

    Round<V> after(@Nullable Round<V> standing) {
      former = Optional.ofNullable(standing);
      return this;
    }

    Round<V> begin(Round<V> beginner) {
      beginner.begun = true;
      // A chain of rounds that are done would never be forgotten.
      beginner.former = Optional.empty();
      return this;
    }

    void await() {
      var _ = result.handle((_, _) -> true).join();
    }

    V get() {
      try {
        return result.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw e;
      }
    }
  }
}
