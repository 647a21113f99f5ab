package io.messina.server.streams;

import io.messina.api.StreamName;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.server.metrics.GrowingCounters;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardGroupStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Measures streams and groups: counts appended events, and looks at the groups on the shards of
 * this node when somebody asks for metrics. Safe for use by many threads.
 */
final class StreamMeter {

  private static final double MICROS_PER_SECOND = 1e6;

  private final MeterRegistry registry;
  private final Streams streams;
  private final boolean byShard;
  private final Map<StreamName, Counter> appended = new ConcurrentHashMap<>();
  private final List<Level> levels = new ArrayList<>();
  private final Mutex lock = new Mutex();
  private final Map<GrowingCounters<Place>, ToDoubleFunction<ShardGroupStatus>> counters =
      new LinkedHashMap<>(); // under the lock

  /**
   * A meter.
   *
   * @param byShard whether each shard has lines, or all of this node together
   */
  StreamMeter(MeterRegistry registry, Streams streams, boolean byShard) {
    this.registry = registry;
    this.streams = streams;
    this.byShard = byShard;
    level("lag", "Events that a group has not finished or followed", ShardGroupStatus::behind);
    level("in.flight", "Events with workers", ShardGroupStatus::inFlight);
    level("waiting", "Events known, and not with workers", ShardGroupStatus::waiting);
    levels.add(
        new Level(
            gauge("oldest.unfinished.seconds", "Age of the first event of the lag of a group"),
            this::age,
            Math::max));
    levels.add(
        new Level(
            gauge("paused", "1 where nothing is handed out"),
            status -> status.paused() ? 1 : 0,
            Math::max));
    count("claimed", ShardGroupStatus::claimed);
    count("acked", ShardGroupStatus::acknowledged);
    count("retried", ShardGroupStatus::retried);
    count("dead", ShardGroupStatus::dead);
  }

  /** A group on a shard. */
  private record Place(ShardId shard, String group) {}

  /**
   * A number that goes up and down.
   *
   * @param together makes one of those of two shards
   */
  private record Level(
      MultiGauge gauge, ToDoubleFunction<ShardGroupStatus> number, DoubleBinaryOperator together) {}

  private void level(String name, String sentence, ToDoubleFunction<ShardGroupStatus> number) {
    levels.add(new Level(gauge(name, sentence), number, Double::sum));
  }

  private MultiGauge gauge(String name, String sentence) {
    return MultiGauge.builder("messina.group." + name).description(sentence).register(registry);
  }

  private void count(String name, ToDoubleFunction<ShardGroupStatus> number) {
    counters.put(
        new GrowingCounters<>(
            registry, "messina.group." + name, "Events " + name, this::line, true),
        number);
  }

  private Tags line(Place place) {
    Tags group = Tags.of("stream", place.shard.stream().name().value(), "group", place.group);
    return byShard ? group.and("shard", Integer.toString(place.shard.number())) : group;
  }

  void appended(StreamName stream, int events) {
    if (events > 0) {
      appended
          .computeIfAbsent(
              stream,
              name ->
                  Counter.builder("messina.appended")
                      .description("Events appended over HTTP")
                      .tag("stream", name.value())
                      .register(registry))
          .increment(events);
    }
  }

  /** Looks at all groups; called before metrics are shown. */
  void refresh() {
    Map<Place, ShardGroupStatus> all = look();
    try (var _ = lock.hold()) {
      levels.forEach(level -> level.gauge.register(rows(all, level), true));
      counters.forEach((counter, number) -> counter.look(numbers(all, number)));
    }
  }

  private Map<Place, ShardGroupStatus> look() {
    Map<Place, ShardGroupStatus> all = new LinkedHashMap<>();
    Set<ShardId> owned = Set.copyOf(streams.owned());
    for (CatalogStream definition : streams.list()) {
      try {
        look(definition, owned, all);
      } catch (RequestException _) {
        // Deleted meanwhile, or about to move.
      }
    }
    return all;
  }

  private void look(
      CatalogStream definition, Set<ShardId> owned, Map<Place, ShardGroupStatus> all) {
    Stream stream = streams.stream(definition.id().name());
    for (CatalogGroup group : stream.groups()) {
      String name = group.id().name().value();
      stream
          .group(group.id().name())
          .status(owned)
          .forEach((number, status) -> all.put(new Place(definition.shard(number), name), status));
    }
  }

  private List<MultiGauge.Row<?>> rows(Map<Place, ShardGroupStatus> all, Level level) {
    Map<Tags, Double> lines = new LinkedHashMap<>();
    all.forEach(
        (place, status) ->
            lines.merge(
                line(place), level.number.applyAsDouble(status), level.together::applyAsDouble));
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    lines.forEach((tags, number) -> rows.add(MultiGauge.Row.of(tags, number)));
    return rows;
  }

  private static Map<Place, Double> numbers(
      Map<Place, ShardGroupStatus> all, ToDoubleFunction<ShardGroupStatus> number) {
    Map<Place, Double> numbers = new LinkedHashMap<>();
    all.forEach((place, status) -> numbers.put(place, number.applyAsDouble(status)));
    return numbers;
  }

  private double age(ShardGroupStatus status) {
    Instant now = Instant.ofEpochMilli(registry.config().clock().wallTime());
    return status
        .oldestBehind()
        .map(time -> Math.max(0, Duration.between(time, now).toNanos() / 1e3 / MICROS_PER_SECOND))
        .orElse(0.0);
  }
}
