package io.messina.sink;

import io.messina.api.sink.SinkTotals;
import io.messina.stream.ShardId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The counts of a sink on this node, and the reasons why its shards wait. Safe for use by many
 * threads.
 */
final class SinkTally {

  private final AtomicLong posted = new AtomicLong();
  private final AtomicLong batches = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong deadLetters = new AtomicLong();
  private final Map<ShardId, String> waiting = new ConcurrentHashMap<>();

  void taken(int events) {
    posted.addAndGet(events);
    batches.incrementAndGet();
  }

  void failed() {
    failures.incrementAndGet();
  }

  void waits(ShardId shard, String why) {
    waiting.put(shard, why);
  }

  /** Or is no longer of this node. */
  void goesOn(ShardId shard) {
    waiting.remove(shard);
  }

  void died() {
    deadLetters.incrementAndGet();
  }

  Optional<String> trouble() {
    return waiting.entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue())
        .sorted()
        .findFirst();
  }

  SinkTotals read() {
    return new SinkTotals(posted.get(), batches.get(), failures.get(), deadLetters.get());
  }
}
