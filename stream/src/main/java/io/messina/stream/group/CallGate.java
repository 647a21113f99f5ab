package io.messina.stream.group;

import io.messina.stream.ShardId;
import io.messina.stream.peer.NotOwnerException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Counts the calls in progress, and refuses new ones once it is shut. Safe for use by many threads.
 */
final class CallGate {

  private final ShardId shard;
  private final Lock lock = new ReentrantLock();
  private int inside; // under the lock
  private boolean shut; // under the lock

  CallGate(ShardId shard) {
    this.shard = shard;
  }

  <T> T pass(Supplier<T> call) {
    enter();
    try {
      return call.get();
    } finally {
      leave();
    }
  }

  void shut() {
    lock.lock();
    try {
      shut = true;
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return inside == 0;
    } finally {
      lock.unlock();
    }
  }

  private void enter() {
    lock.lock();
    try {
      if (shut) {
        throw new NotOwnerException(shard);
      }
      inside++;
    } finally {
      lock.unlock();
    }
  }

  private void leave() {
    lock.lock();
    try {
      inside--;
    } finally {
      lock.unlock();
    }
  }
}
