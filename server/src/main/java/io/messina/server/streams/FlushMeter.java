package io.messina.server.streams;

import io.messina.runtime.Mutex;
import io.messina.stream.ShardId;
import io.messina.stream.log.LaneWriter.FlushTally;
import io.messina.stream.node.Streams;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Measures the sizes of the flushes of the shards on this node: events and bytes by flushes are
 * their sizes. Safe for use by many threads.
 */
final class FlushMeter {

  private final MeterRegistry registry;
  private final Streams streams;
  private final Mutex lock = new Mutex();
  private final Map<ShardId, List<Meter>> measured = new HashMap<>(); // under the lock
  private volatile Map<ShardId, FlushTally> tallies = Map.of();

  FlushMeter(MeterRegistry registry, Streams streams) {
    this.registry = registry;
    this.streams = streams;
  }

  /** Looks at all shards; called before metrics are shown. */
  void refresh() {
    try (var _ = lock.hold()) {
      Map<ShardId, FlushTally> all = streams.flushes();
      tallies = all;
      all.keySet().forEach(shard -> measured.computeIfAbsent(shard, this::counters));
      measured.entrySet().removeIf(each -> isGone(each, all.keySet()));
    }
  }

  private boolean isGone(Map.Entry<ShardId, List<Meter>> each, Set<ShardId> owned) {
    boolean isGone = !owned.contains(each.getKey());
    if (isGone) {
      each.getValue().forEach(registry::remove);
    }
    return isGone;
  }

  private List<Meter> counters(ShardId shard) {
    return List.of(
        counter(shard, "messina.flushes", "Writes to the log of a shard", FlushTally::flushes),
        counter(shard, "messina.flushed.events", "Events in these writes", FlushTally::events),
        counter(
            shard,
            "messina.flushed.bytes",
            "Bytes in these writes, compressed where that helps",
            FlushTally::bytes));
  }

  private Meter counter(
      ShardId shard, String name, String sentence, ToDoubleFunction<FlushTally> value) {
    return FunctionCounter.builder(name, this, meter -> meter.value(shard, value))
        .description(sentence + ", since its owner took over")
        .tags(
            Tags.of(
                "stream", shard.stream().name().value(), "shard", Integer.toString(shard.number())))
        .register(registry);
  }

  private double value(ShardId shard, ToDoubleFunction<FlushTally> value) {
    FlushTally tally = tallies.get(shard);
    return tally == null ? 0 : value.applyAsDouble(tally);
  }
}
