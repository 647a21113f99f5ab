package io.messina.server.streams;

import io.messina.runtime.Mutex;
import io.messina.server.metrics.GrowingCounters;
import io.messina.stream.ShardId;
import io.messina.stream.log.LaneWriter.FlushTally;
import io.messina.stream.node.Streams;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Measures the sizes of the flushes of the shards on this node: events and bytes by flushes are
 * their sizes. Safe for use by many threads.
 */
final class FlushMeter {

  private final MeterRegistry registry;
  private final Streams streams;
  private final boolean byShard;
  private final Mutex lock = new Mutex();
  private final Map<GrowingCounters<ShardId>, ToDoubleFunction<FlushTally>> counters =
      new LinkedHashMap<>(); // under the lock

  FlushMeter(MeterRegistry registry, Streams streams, boolean byShard) {
    this.registry = registry;
    this.streams = streams;
    this.byShard = byShard;
    count("messina.flushes", "Writes to the logs of shards", FlushTally::flushes);
    count("messina.flushed.events", "Events in these writes", FlushTally::events);
    count(
        "messina.flushed.bytes",
        "Bytes in these writes, compressed where that helps",
        FlushTally::bytes);
  }

  private void count(String name, String sentence, ToDoubleFunction<FlushTally> number) {
    counters.put(new GrowingCounters<>(registry, name, sentence, this::line, true), number);
  }

  private Tags line(ShardId shard) {
    Tags stream = Tags.of("stream", shard.stream().name().value());
    return byShard ? stream.and("shard", Integer.toString(shard.number())) : stream;
  }

  /** Looks at all shards; called before metrics are shown. */
  void refresh() {
    try (var _ = lock.hold()) {
      Map<ShardId, FlushTally> all = streams.flushes();
      counters.forEach((counter, number) -> counter.look(numbers(all, number)));
    }
  }

  private static Map<ShardId, Double> numbers(
      Map<ShardId, FlushTally> all, ToDoubleFunction<FlushTally> number) {
    Map<ShardId, Double> numbers = new HashMap<>();
    all.forEach((shard, tally) -> numbers.put(shard, number.applyAsDouble(tally)));
    return numbers;
  }
}
