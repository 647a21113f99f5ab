package io.messina.server.streams;

import io.messina.api.StreamName;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardGroupStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * Measures streams and groups: counts appended events, and looks at the groups on the shards of
 * this node when somebody asks for metrics. Safe for use by many threads.
 */
final class StreamMeter {

  private static final double MICROS_PER_SECOND = 1e6;

  private final MeterRegistry registry;
  private final Streams streams;
  private final Map<StreamName, Counter> appended = new ConcurrentHashMap<>();
  private final Map<MultiGauge, ToDoubleFunction<ShardGroupStatus>> gauges = new LinkedHashMap<>();
  private final Map<String, ToDoubleFunction<ShardGroupStatus>> counts = new LinkedHashMap<>();
  private final Mutex lock = new Mutex();
  private final Map<Place, Counted> counted = new HashMap<>(); // under the lock

  StreamMeter(MeterRegistry registry, Streams streams) {
    this.registry = registry;
    this.streams = streams;
    gauge("lag", "Events that a group has not finished or followed", ShardGroupStatus::behind);
    gauge("in.flight", "Events with workers", ShardGroupStatus::inFlight);
    gauge("waiting", "Events known, and not with workers", ShardGroupStatus::waiting);
    gauge("oldest.unfinished.seconds", "Age of the first event of the lag of a group", this::age);
    gauge("paused", "1 where nothing is handed out", status -> status.paused() ? 1 : 0);
    counts.put("claimed", ShardGroupStatus::claimed);
    counts.put("acked", ShardGroupStatus::acknowledged);
    counts.put("retried", ShardGroupStatus::retried);
    counts.put("dead", ShardGroupStatus::dead);
  }

  /** A group on a shard. */
  private record Place(ShardId shard, String group) {

    Tags tags() {
      return Tags.of(
          "stream", shard.stream().name().value(),
          "group", group,
          "shard", Integer.toString(shard.number()));
    }
  }

  /** The source of the counters of a place. */
  private static final class Counted {

    private final List<Meter> meters = new ArrayList<>();
    private volatile ShardGroupStatus status;

    private Counted(ShardGroupStatus status) {
      this.status = status;
    }
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
      gauges.forEach((gauge, value) -> gauge.register(rows(all, value), true));
      all.forEach(this::count);
      counted
          .entrySet()
          .removeIf(
              each -> {
                boolean isGone = !all.containsKey(each.getKey());
                if (isGone) {
                  each.getValue().meters.forEach(registry::remove);
                }
                return isGone;
              });
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

  private static List<MultiGauge.Row<?>> rows(
      Map<Place, ShardGroupStatus> all, ToDoubleFunction<ShardGroupStatus> value) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    all.forEach(
        (place, status) -> rows.add(MultiGauge.Row.of(place.tags(), value.applyAsDouble(status))));
    return rows;
  }

  private void count(Place place, ShardGroupStatus status) {
    Counted known = counted.get(place);
    if (known != null) {
      known.status = status;
      return;
    }
    Counted fresh = new Counted(status);
    counts.forEach(
        (name, value) ->
            fresh.meters.add(
                FunctionCounter.builder(
                        "messina.group." + name, fresh, of -> value.applyAsDouble(of.status))
                    .description("Events " + name + ", since the owner of the shard took over")
                    .tags(place.tags())
                    .register(registry)));
    counted.put(place, fresh);
  }

  private void gauge(String name, String sentence, ToDoubleFunction<ShardGroupStatus> value) {
    gauges.put(
        MultiGauge.builder("messina.group." + name).description(sentence).register(registry),
        value);
  }

  private double age(ShardGroupStatus status) {
    Instant now = Instant.ofEpochMilli(registry.config().clock().wallTime());
    return status
        .oldestBehind()
        .map(time -> Math.max(0, Duration.between(time, now).toNanos() / 1e3 / MICROS_PER_SECOND))
        .orElse(0.0);
  }
}
