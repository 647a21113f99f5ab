package io.messina.aggregate;

import io.messina.aggregate.state.Gaps;
import io.messina.aggregate.state.SourceTime;

/**
 * Where an event of a shard comes from, which decides how it moves event time on. Events that were
 * sent on from several other shards are not in the order of their times, as one of these may be far
 * behind the others; so windows end when all of these say so.
 */
public sealed interface Origin {

  /** A producer's event: event time has come as far as the event says. */
  record Own() implements Origin {

    /** The only one. */
    public static final Own EVENT = new Own();
  }

  /**
   * An event that was sent on from another shard.
   *
   * @param source the number of that shard
   * @param reached the progress of that shard with this event
   */
  record Sent(int source, SourceTime reached) implements Origin {}

  /**
   * Not an event, but the progress of another shard.
   *
   * @param source the number of that shard
   * @param reached its progress
   */
  record Mark(int source, SourceTime reached) implements Origin {}

  /**
   * Not an event, but a notice that another shard has dropped events before they could be sent on.
   *
   * @param windows to which they may have belonged
   */
  record Lost(Gaps.Span windows) implements Origin {}
}
