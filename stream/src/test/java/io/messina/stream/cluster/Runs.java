package io.messina.stream.cluster;

import java.util.Map;
import java.util.TreeMap;

/**
 * How far a group was at a moment.
 *
 * @param highest the highest run that anybody had seen on a shard, by number
 * @param stretches how often followers had read
 * @param followed how many events handlers in the processes of nodes had been shown
 */
record Runs(Map<Integer, Integer> highest, int stretches, int followed) {

  /** At the beginning. */
  static final Runs NONE = new Runs(Map.of(), 0, 0);

  /** How far a group is as far as anybody has seen. */
  static Runs of(Facts facts, Crowd crowd) {
    Map<Integer, Integer> highest = new TreeMap<>();
    facts.grants.stream()
        .filter(grant -> grant.crowd == crowd)
        .forEach(grant -> highest.merge(grant.place().shard(), grant.run(), Math::max));
    if (crowd == Crowd.INSIDE) {
      facts.handlings.forEach(each -> highest.merge(each.place().shard(), each.run(), Math::max));
    }
    return new Runs(highest, facts.stretches.size(), facts.followed.size());
  }

  /** Whether there was a later run than the one in which something was handed out. */
  boolean isAfter(Grant grant) {
    return grant.run() < highest.getOrDefault(grant.place().shard(), 0);
  }

  /** Whether something belongs to a later run. */
  boolean isBefore(int shard, int run) {
    return run > highest.getOrDefault(shard, -1);
  }
}
