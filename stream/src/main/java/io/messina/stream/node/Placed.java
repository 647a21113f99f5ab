package io.messina.stream.node;

import io.messina.stream.Event;
import java.util.List;

/**
 * An append by shard.
 *
 * @param shards the shard of each part
 * @param parts the events of each part, in their order
 * @param partOf the part of each event; empty if there is one part
 */
record Placed(List<Integer> shards, List<List<Event>> parts, int[] partOf) {

  private static final int[] ONE_PART = {};

  static Placed whole(int shard, List<Event> events) {
    return new Placed(List.of(shard), List.of(events), ONE_PART);
  }
}
