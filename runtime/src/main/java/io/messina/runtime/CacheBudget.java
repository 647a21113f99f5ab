package io.messina.runtime;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The memory budget that all caches of a process share. If they would exceed it, the least recently
 * used ones are emptied, so that busy caches use the memory that idle ones do not need.
 *
 * <p>A thread that grows a cache empties others before its call returns, unless another thread is
 * doing so already: the sum stays below the bound, except for the bytes being added at the moment.
 * A cache that is in use may refuse; its bytes then do not count against the budget for {@link
 * #NEEDED}, like memory that cannot be freed for other reasons, see {@link #heldBytes}. Safe for
 * use by many threads.
 */
public final class CacheBudget {

  /** For how long a cache that has refused is not asked again. */
  public static final Duration NEEDED = Duration.ofMinutes(1);

  private final long bytesMax;
  private final LongSupplier nanoTime;

  /** The accounts of caches that have memory, the most recently used at the end. */
  private final Set<Account> inUse = new LinkedHashSet<>(); // under the monitor

  /** The caches that have refused recently, the earliest refusal at the front. */
  private final Set<Account> needed = new LinkedHashSet<>(); // under the monitor

  private boolean evicting; // under the monitor
  private long usedBytes; // under the monitor
  private long heldBytes; // under the monitor
  private long evictedBytes; // under the monitor

  /**
   * An unused budget.
   *
   * @param bytesMax of all caches together, from 0; a single cache that is larger is emptied as
   *     well
   * @param nanoTime a clock that is never set back
   * @throws IllegalArgumentException if {@code bytesMax} is negative
   */
  public CacheBudget(long bytesMax, LongSupplier nanoTime) {
    if (bytesMax < 0) {
      throw new IllegalArgumentException("cache bytes: " + bytesMax + " (expected: from 0)");
    }
    this.bytesMax = bytesMax;
    this.nanoTime = nanoTime;
  }

  /** A cache, whose contents can be read again or forgotten. */
  @FunctionalInterface
  public interface Cache {

    /**
     * Frees everything that is not in use at this moment. Called by the thread that makes another
     * cache grow, without locks held; should return soon.
     *
     * @return how many of the reported bytes it has freed, or is about to free; 0 if it refuses,
     *     and is then not asked for {@link #NEEDED}
     */
    long giveBack();
  }

  /**
   * Opens an account for a cache.
   *
   * @return an account with 0 bytes, to be closed
   */
  public Account open(Cache cache) {
    return new Account(cache);
  }

  /** Returns the bound of all caches together, in bytes. */
  public long bytesMax() {
    return bytesMax;
  }

  /**
   * Returns the bytes of all caches now, except the ones that refused; rather too many than too
   * few.
   */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /**
   * Returns the bytes that cannot be freed: unfinished events of groups, and caches that refused.
   */
  public synchronized long heldBytes() {
    return heldBytes;
  }

  /** Returns how many bytes caches have freed for others since the start. */
  public synchronized long evictedBytes() {
    return evictedBytes;
  }

  private synchronized <T> T locked(Supplier<T> step) {
    return step.get();
  }

  private synchronized void change(Runnable step) {
    step.run();
  }

  /** The bytes of one cache. Safe for use by many threads. */
  public final class Account implements AutoCloseable {

    private final Cache cache;
    private long bytes; // under the monitor
    private long held; // under the monitor
    private boolean isNeeded; // under the monitor
    private long refusedNanos; // under the monitor
    private boolean closed; // under the monitor

    private Account(Cache cache) {
      this.cache = cache;
    }

    /**
     * The cache was used, and has grown or shrunk. If it has grown and all caches exceed the bound,
     * others are emptied, so the caller must not hold locks. No effect after closing.
     *
     * @param delta the bytes by which it has grown, negative if it has shrunk, without the bytes
     *     freed by {@link Cache#giveBack}; calls of several threads may come in any order
     */
    public void add(long delta) {
      if (isToEvictWith(delta)) {
        evict();
      }
    }

    /**
     * Memory that cannot be freed has grown or shrunk. No effect after closing.
     *
     * @param delta by how many bytes it has grown, negative if it has shrunk
     */
    public void hold(long delta) {
      change(
          () -> {
            held += closed ? 0 : delta;
            heldBytes += closed ? 0 : delta;
          });
    }

    /** Removes all bytes of the cache from the budget. A repeat changes nothing. */
    @Override
    public void close() {
      change(
          () -> {
            count(-bytes);
            heldBytes -= held;
            held = 0;
            closed = true;
          });
    }

    /** True for one thread at a time, which empties caches while the others continue. */
    private boolean isToEvictWith(long delta) {
      return locked(
          () -> {
            if (closed) {
              return false;
            }
            count(delta);
            if (delta <= 0 || evicting) {
              return false;
            }
            askAgain();
            evicting = usedBytes > bytesMax;
            return evicting;
          });
    }

    private void given(long freed) {
      evictedBytes += freed;
      if (!closed) {
        count(-freed);
        if (freed <= 0) {
          refusedNanos = nanoTime.getAsLong();
          need(true);
        }
      }
    }

    private void need(boolean now) {
      long all = bytes;
      count(-all);
      isNeeded = now;
      count(all);
    }

    private void count(long delta) {
      bytes += delta;
      if (isNeeded) {
        heldBytes += delta;
      } else {
        usedBytes += delta;
      }
      inUse.remove(this);
      if (bytes <= 0) {
        needed.remove(this);
      } else if (isNeeded) {
        needed.add(this);
      } else {
        inUse.add(this); // at the end
      }
    }
  }

  /** Asks caches again that refused long ago. Called under the monitor. */
  private void askAgain() {
    long now = nanoTime.getAsLong();
    while (!needed.isEmpty() && now - needed.iterator().next().refusedNanos >= NEEDED.toNanos()) {
      needed.iterator().next().need(false);
    }
  }

  private void evict() {
    try {
      for (var next = leastRecentlyUsed(); next.isPresent(); next = leastRecentlyUsed()) {
        Account account = next.get();
        long freed = account.cache.giveBack();
        change(() -> account.given(freed));
      }
    } catch (RuntimeException | Error e) {
      change(() -> evicting = false);
      throw e;
    }
  }

  /**
   * Takes out the least recently used account if the bound is exceeded; it is put back with the
   * bytes that it does not free.
   */
  private Optional<Account> leastRecentlyUsed() {
    return locked(
        () -> {
          evicting = usedBytes > bytesMax && !inUse.isEmpty();
          Optional<Account> least = evicting ? inUse.stream().findFirst() : Optional.empty();
          least.ifPresent(inUse::remove);
          return least;
        });
  }
}
