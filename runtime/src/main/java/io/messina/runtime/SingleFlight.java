package io.messina.runtime;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes one read of equal reads at the same time: one runs, and all callers that arrive while it
 * runs share the next. A caller never shares a read that began before its call, so it sees all that
 * was written before. Safe for use by many threads.
 *
 * @param <K> identifies a read; equal keys mean equal reads
 * @param <V> the result, immutable
 */
public final class SingleFlight<K, V> {

  private final ConcurrentHashMap<K, Round<V>> newest = new ConcurrentHashMap<>();

  /** No reads yet. */
  public SingleFlight() {}

  /**
   * Reads, or shares a read that has not begun.
   *
   * @param key identifies the read
   * @param read the read; all callers that share it get its exception
   * @return the result of a read that began after this call
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
            (same, standing) ->
                standing == null || standing.begun ? mine.after(standing) : standing);
    if (joined == mine) {
      lead(key, mine, read);
    }
    return joined.get();
  }

  private void lead(K key, Round<V> round, Supplier<V> read) {
    round.former.ifPresent(Round::await);
    newest.computeIfPresent(key, (same, standing) -> standing.begin(round));
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
      result.handle((value, failure) -> true).join();
    }

    V get() {
      return Futures.join(result);
    }
  }
}
