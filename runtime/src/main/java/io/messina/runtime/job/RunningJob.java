package io.messina.runtime.job;

import io.messina.runtime.RequestException;
import java.util.Optional;

/** A job at work on this node. Safe for use by many threads. */
public interface RunningJob extends AutoCloseable {

  /** Returns whether its stream still exists. */
  boolean isThere();

  /**
   * Returns the number of events that it has not finished on the shards of this node.
   *
   * @return empty while that cannot be told
   * @throws RequestException if its stream is gone, or the store does not answer
   */
  Optional<Long> lag();

  /**
   * Returns why it makes no progress, or which event it has skipped, for people; empty if neither.
   */
  Optional<String> trouble();

  /** Ends it, and waits for work under way. Repeating it changes nothing. */
  @Override
  void close();
}
