package io.messina.stream.cache;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What all caches of a process may take together. Where they would take more, those that were used
 * least recently give back all they have, so that the busy keep what the idle do not need.
 *
 * <p>Whoever adds to a cache frees others before that call returns, unless another thread does so
 * already: the sum stays below the bound but for what is being added at the moment. A cache that is
 * needed and refuses is counted beside for {@link #NEEDED}, as is what is in memory for another
 * reason, see {@link #heldBytes}. Safe for use by many threads.
 */
public final class CacheBudget {

  /** For so long a cache that has refused is not asked again. */
  public static final Duration NEEDED = Duration.ofMinutes(1);

  private final long bytesMax;
  private final LongSupplier nanoTime;
  private final Lock lock = new ReentrantLock();

  /** The accounts of caches that hold something, the one that was used last at the end. */
  private final SequencedSet<Account> inUse = new LinkedHashSet<>(); // under the lock

  /** Those that have refused lately, the one that refused first at the front. */
  private final SequencedSet<Account> needed = new LinkedHashSet<>(); // under the lock

  private boolean evicting; // under the lock
  private long usedBytes; // under the lock
  private long heldBytes; // under the lock
  private long evictedBytes; // under the lock

  /**
   * A budget of which nothing is used.
   *
   * @param bytesMax what caches may take together, from 0; a cache that has grown to more than that
   *     is emptied as well
   * @param nanoTime a clock that never goes back
   * @throws IllegalArgumentException where it is negative
   */
  public CacheBudget(long bytesMax, LongSupplier nanoTime) {
    if (bytesMax < 0) {
      throw new IllegalArgumentException("cache bytes: " + bytesMax + " (expected: from 0)");
    }
    this.bytesMax = bytesMax;
    this.nanoTime = nanoTime;
  }

  /**
   * A budget that is never used up.
   *
   * @return a new one
   */
  public static CacheBudget unbounded() {
    return new CacheBudget(Long.MAX_VALUE, () -> 0);
  }

  /** What can be read again, or may be forgotten. */
  @FunctionalInterface
  public interface Cache {

    /**
     * Gives all back that is not needed at this moment. Called by whoever makes another cache grow,
     * who holds no locks; it should return soon.
     *
     * @return how many bytes of memory it has freed of those that were told, or will be; 0 where it
     *     refuses, and is then not asked for {@link #NEEDED}
     */
    long giveBack();
  }

  /**
   * Opens an account for a cache.
   *
   * @param cache gives back what it has
   * @return an account with nothing in it, to be closed
   */
  public Account open(Cache cache) {
    return new Account(cache);
  }

  /**
   * What all caches may take.
   *
   * @return bytes of memory
   */
  public long bytesMax() {
    return bytesMax;
  }

  /**
   * What all caches take now, by estimates that rather exceed it, without those that refused.
   *
   * @return bytes of memory
   */
  public long usedBytes() {
    return locked(() -> usedBytes);
  }

  /**
   * What is in memory as it is needed: the events that groups have not finished, and caches that
   * refused to give back.
   *
   * @return bytes of memory
   */
  public long heldBytes() {
    return locked(() -> heldBytes);
  }

  /**
   * What caches have given back as others needed it.
   *
   * @return bytes of memory since the start; it only grows
   */
  public long evictedBytes() {
    return locked(() -> evictedBytes);
  }

  private long locked(LongSupplier value) {
    lock.lock();
    try {
      return value.getAsLong();
    } finally {
      lock.unlock();
    }
  }

  /** What one cache takes. Safe for use by many threads. */
  public final class Account implements AutoCloseable {

    private final Cache cache;
    private long bytes; // under the lock
    private long held; // under the lock
    private boolean isNeeded; // under the lock
    private long refusedNanos; // under the lock
    private boolean closed; // under the lock

    private Account(Cache cache) {
      this.cache = cache;
    }

    /**
     * Notes that the cache is used, and takes more or less than before. Where it has grown and all
     * take too much, others give back, so that the caller must hold no locks. Nothing once it is
     * closed.
     *
     * @param delta by how many bytes of memory it grew, negative where it shrank, without what it
     *     gave back; what several threads say may come in any order
     */
    public void add(long delta) {
      if (isToEvictWith(delta)) {
        evict();
      }
    }

    /**
     * Notes that more or less than before is in memory that cannot be given back. Nothing once it
     * is closed.
     *
     * @param delta by how many bytes it grew, negative where it shrank
     */
    public void hold(long delta) {
      lock.lock();
      try {
        if (!closed) {
          held += delta;
          heldBytes += delta;
        }
      } finally {
        lock.unlock();
      }
    }

    /** Takes nothing any more. Repeating it changes nothing. */
    @Override
    public void close() {
      lock.lock();
      try {
        count(-bytes);
        heldBytes -= held;
        held = 0;
        closed = true;
      } finally {
        lock.unlock();
      }
    }

    /** True for one thread at a time: it evicts, and the others go on. */
    private boolean isToEvictWith(long delta) {
      lock.lock();
      try {
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
      } finally {
        lock.unlock();
      }
    }

    private void given(long freed) {
      lock.lock();
      try {
        evictedBytes += freed;
        if (!closed) {
          count(-freed);
          if (freed <= 0) {
            refusedNanos = nanoTime.getAsLong();
            need(true);
          }
        }
      } finally {
        lock.unlock();
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
      if (bytes <= 0) {
        needed.remove(this);
        inUse.remove(this);
      } else if (isNeeded) {
        needed.add(this);
      } else {
        inUse.addLast(this);
      }
    }
  }

  /** Those that refused long ago may give back what they have. Under the lock. */
  private void askAgain() {
    long now = nanoTime.getAsLong();
    while (!needed.isEmpty() && now - needed.getFirst().refusedNanos >= NEEDED.toNanos()) {
      needed.getFirst().need(false);
    }
  }

  private void evict() {
    Account next = leastRecentlyUsed();
    while (next != null) {
      next.given(giveBack(next));
      next = leastRecentlyUsed();
    }
  }

  private long giveBack(Account account) {
    boolean given = false;
    try {
      long freed = account.cache.giveBack();
      given = true;
      return freed;
    } finally {
      if (!given) {
        endEvicting();
      }
    }
  }

  private void endEvicting() {
    lock.lock();
    try {
      evicting = false;
    } finally {
      lock.unlock();
    }
  }

  /** Taken out, where there is too much; it comes back with what it does not give. */
  private @Nullable Account leastRecentlyUsed() {
    lock.lock();
    try {
      evicting = usedBytes > bytesMax && !inUse.isEmpty();
      return evicting ? inUse.removeFirst() : null;
    } finally {
      lock.unlock();
    }
  }
}
