package io.messina.stream;

/** Runs handlers for a group. Safe for use by many threads. */
public interface Consumer extends AutoCloseable {

  /** Returns the counts so far. Each is exact, but they may be of different moments. */
  ConsumerCounts counts();

  /**
   * Claims no further events, waits until the running handlers have returned and the group has
   * their outcomes, and ends. Must not be called by a handler, which would wait for itself. A
   * repeat waits too.
   */
  @Override
  void close();
}
