package io.messina.server.aggregates;

import io.messina.aggregate.configured.Aggregates;
import io.messina.api.aggregate.AggregateReport;
import io.messina.api.aggregate.AggregateTotals;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Looks at the aggregates of this node when somebody asks for metrics. Safe for use by many
 * threads.
 */
final class AggregateMeter {

  private final MeterRegistry registry;
  private final Aggregates aggregates;
  private final Map<MultiGauge, Function<AggregateReport, Optional<Double>>> gauges =
      new LinkedHashMap<>();

  AggregateMeter(MeterRegistry registry, Aggregates aggregates) {
    this.registry = registry;
    this.aggregates = aggregates;
    total("added", "Events that are in at least one window.", AggregateTotals::added);
    total("late", "Events whose windows were dropped before they came.", AggregateTotals::late);
    total("ahead", "Events over a day ahead of their append time.", AggregateTotals::ahead);
    total("skipped", "Events without a value, or excluded.", AggregateTotals::skipped);
    total(
        "windows.dropped",
        "Windows that were kept long enough.",
        totals -> totals.recovery().windowsDropped());
    total(
        "gaps",
        "Stretches of the stream that expired before they were read.",
        totals -> totals.recovery().gaps());
    total(
        "quarantined",
        "States that could not be read and were moved aside.",
        totals -> totals.recovery().quarantined());
    total("restored", "States that came from a snapshot.", totals -> totals.recovery().restored());
    total("snapshots", "Snapshots published.", totals -> totals.snapshots().snapshots());
    total(
        "snapshot.failures",
        "Snapshots that failed.",
        totals -> totals.snapshots().snapshotFailures());
    total(
        "snapshot.uploaded.bytes",
        "Bytes copied for snapshots.",
        totals -> totals.snapshots().uploadedBytes());
    gauge(
        "lag.events",
        "Events of this node's shards not in the rows yet.",
        report -> report.lag().map(Long::doubleValue));
  }

  /** Looks at all aggregates; called before metrics are shown. */
  void refresh() {
    List<AggregateReport> reports =
        aggregates.known().living().values().stream().map(aggregates::report).toList();
    gauges.forEach((gauge, number) -> show(gauge, reports, number));
  }

  private static void show(
      MultiGauge gauge,
      List<AggregateReport> reports,
      Function<AggregateReport, Optional<Double>> number) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (AggregateReport report : reports) {
      Tags tags = Tags.of("aggregate", report.definition().name().value());
      number.apply(report).ifPresent(value -> rows.add(MultiGauge.Row.of(tags, value)));
    }
    gauge.register(rows, true);
  }

  private void total(String name, String description, ToDoubleFunction<AggregateTotals> number) {
    gauge(name, description, report -> Optional.of(number.applyAsDouble(report.totals())));
  }

  private void gauge(
      String name, String description, Function<AggregateReport, Optional<Double>> number) {
    MultiGauge gauge =
        MultiGauge.builder("messina.aggregate." + name).description(description).register(registry);
    gauges.put(gauge, number);
  }
}
