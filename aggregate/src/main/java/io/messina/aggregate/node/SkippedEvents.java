package io.messina.aggregate.node;

import io.messina.stream.StoredEvent;
import java.util.List;

/** Is told of the events that had nothing for the aggregate, as where a field is missing. */
@FunctionalInterface
public interface SkippedEvents {

  /** Does nothing: they are only counted. */
  SkippedEvents COUNTED = events -> {};

  /**
   * Takes events before the state says that they were read. Events that were taken just before a
   * crash are given again. Called by one thread at a time for each shard.
   *
   * @param events of one shard, in their order; at least one
   * @throws RuntimeException if they cannot be taken now: the same events come again, a second to a
   *     minute later, and the shard waits for that
   */
  void skipped(List<StoredEvent> events);

  /**
   * Gives the events, as by {@link #skipped}.
   *
   * @throws IllegalStateException for an exception of it, which has no cause in the ownership of
   *     the shard
   */
  default void give(List<StoredEvent> events) {
    try {
      skipped(events);
    } catch (RuntimeException e) {
      throw new IllegalStateException("events that were skipped are not taken: " + e, e);
    }
  }
}
