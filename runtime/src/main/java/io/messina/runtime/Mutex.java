package io.messina.runtime;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that a block holds, {@code try (var _ = mutex.hold()) {…}}. A thread may wait while it
 * holds it, also a simulated one.
 */
public final class Mutex extends ReentrantLock {

  private static final long serialVersionUID = 1L;

  private final transient Held held = this::unlock;

  /** The end of a block that holds the lock. */
  @FunctionalInterface
  public interface Held extends AutoCloseable {

    @Override
    void close();
  }

  /** Not held. */
  public Mutex() {}

  /** Waits until no other thread holds the lock, and holds it until the block ends. */
  public Held hold() {
    lock();
    return held;
  }
}
