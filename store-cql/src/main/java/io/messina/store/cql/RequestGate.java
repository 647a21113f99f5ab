package io.messina.store.cql;

import io.messina.store.StoreUnavailableException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bounds the requests that are under way and their bytes. A request that finds no place waits,
 * first come, first served, for a bounded time. An interrupt does not end the wait. For use by many
 * threads.
 */
final class RequestGate {

  private static final class Waiter {
    final long bytes;
    final CompletableFuture<Boolean> granted = new CompletableFuture<>();

    Waiter(long bytes) {
      this.bytes = bytes;
    }
  }

  private final int requestsMax;
  private final long bytesMax;
  private final Duration waitMax;
  private final ReentrantLock lock = new ReentrantLock();

  /* These are guarded by the lock. */
  private int requests;
  private long bytes;
  private final Set<Waiter> waiting = new LinkedHashSet<>();

  RequestGate(int requestsMax, long bytesMax, Duration waitMax) {
    this.requestsMax = requestsMax;
    this.bytesMax = bytesMax;
    this.waitMax = waitMax;
  }

  /**
   * Takes a place, to be given back by {@link #leave} with the same number.
   *
   * @throws StoreUnavailableException if none was free for as long as waiting is allowed
   */
  void enter(long requestBytes) {
    Waiter waiter = new Waiter(weight(requestBytes));
    lock.lock();
    try {
      waiting.add(waiter);
      grant();
    } finally {
      lock.unlock();
    }
    if (!waiter.granted.isDone()) {
      await(waiter);
    }
  }

  void leave(long requestBytes) {
    lock.lock();
    try {
      requests--;
      bytes -= weight(requestBytes);
      grant();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of requests in the gate. */
  int requests() {
    lock.lock();
    try {
      return requests;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of requests that wait for a place. */
  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  private void await(Waiter waiter) {
    try {
      waiter.granted.orTimeout(waitMax.toNanos(), TimeUnit.NANOSECONDS).join();
    } catch (CompletionException e) {
      withdraw(waiter);
      throw new StoreUnavailableException(
          "no request could be sent for " + waitMax + ", as so many wait for an answer", e);
    }
  }

  private void withdraw(Waiter waiter) {
    lock.lock();
    try {
      waiting.remove(waiter);
      grant();
    } finally {
      lock.unlock();
    }
  }

  private void grant() {
    Iterator<Waiter> next = waiting.iterator();
    while (next.hasNext() && requests < requestsMax) {
      Waiter waiter = next.next();
      if (bytes + waiter.bytes > bytesMax) {
        return;
      }
      next.remove();
      if (waiter.granted.complete(true)) {
        requests++;
        bytes += waiter.bytes;
      }
    }
  }

  /** A request as large as all places still gets through, alone. */
  private long weight(long requestBytes) {
    return Math.min(requestBytes, bytesMax);
  }
}
