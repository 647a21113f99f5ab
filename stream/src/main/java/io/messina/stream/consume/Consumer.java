package io.messina.stream.consume;

/** Handlers at work on a group. Safe for use by many threads. */
public interface Consumer extends AutoCloseable {

  /**
   * What was done so far.
   *
   * @return the counts, each exact, but not of one moment
   */
  ConsumerCounts counts();

  /**
   * Takes no further events, waits until the handlers at work have returned and what came of them
   * is told to the group, and ends. It is not for use by a handler, which would wait for itself.
   * Repeating it waits for the same.
   */
  @Override
  void close();
}
