package io.messina.stream.log;

import java.util.List;

/**
 * The events of an append by shard.
 *
 * @param count of all events, from 1
 * @param shards the shard of each part
 * @param parts the events of each part, in their order
 * @param partOf the part of each event; empty if there is one part
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record ShardRuns(int count, int[] shards, List<EventRun> parts, int[] partOf) {

  private static final int[] ONE_PART = {};

  /** Events of one shard. */
  public static ShardRuns whole(int shard, EventRun events) {
    return new ShardRuns(events.count(), new int[] {shard}, List.of(events), ONE_PART);
  }
}
