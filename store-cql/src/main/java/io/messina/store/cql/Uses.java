package io.messina.store.cql;

import io.messina.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Counts uses under way, so that closing can wait for them. For use by many threads. */
final class Uses {

  private final ReentrantLock lock = new ReentrantLock();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  /* These are guarded by the lock. */
  private int count;
  private boolean closed;

  /** Begins a use, to be ended by {@link #end}. */
  void begin() {
    lock.lock();
    try {
      if (closed) {
        throw new StoreException(StoreException.Code.CLOSED, "the store was closed");
      }
      count++;
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      count--;
      completeIfEnded();
    } finally {
      lock.unlock();
    }
  }

  /** Refuses further uses, and waits for those under way, but not for ever. */
  void close(Duration waitMax) {
    lock.lock();
    try {
      closed = true;
      completeIfEnded();
    } finally {
      lock.unlock();
    }
    try {
      ended.copy().orTimeout(waitMax.toNanos(), TimeUnit.NANOSECONDS).join();
    } catch (CompletionException e) {
      // Requests end by their own time-outs before this; the end of the session fails those left.
    }
  }

  private void completeIfEnded() {
    if (closed && count == 0) {
      ended.complete(true);
    }
  }
}
