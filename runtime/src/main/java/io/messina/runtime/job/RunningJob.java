package io.messina.runtime.job;

import io.messina.runtime.RequestException;
import java.util.Optional;

/** A job at work on this node. Safe for use by many threads. */
public interface RunningJob extends AutoCloseable {

  /** Whether what it follows is there still. */
  boolean isThere();

  /**
   * How many events it has not finished on the shards that this node owns.
   *
   * @return empty while that cannot be told
   * @throws RequestException if what it follows is gone, or the store is silent
   */
  Optional<Long> lag();

  /** Why it does not go on, or which event it has skipped, for people; empty if neither. */
  Optional<String> trouble();

  /** Ends it, and waits for what is under way. Repeating it changes nothing. */
  @Override
  void close();
}
