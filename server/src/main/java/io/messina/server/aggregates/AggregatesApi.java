package io.messina.server.aggregates;

import io.messina.aggregate.configured.Aggregates;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateReport;
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.JobMeter;
import io.messina.server.definition.Resources;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.streams.LongPolls;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;

/** All routes about aggregates by configuration. Safe for use by many threads. */
public final class AggregatesApi {

  private static final DefinitionRoutes.Words WORDS =
      new DefinitionRoutes.Words(
          "Aggregate",
          "Makes a value for each window and group of a stream, from its oldest event on."
              + " Other options than it has begin its next generation, with no rows, at the"
              + " oldest event.",
          "The definition of an aggregate, and how it goes on this node.",
          "Ends an aggregate; its rows are gone then.");

  private final DefinitionRoutes<AggregateOptions, AggregateDefinition> definitions;
  private final JobMeter<AggregateDefinition, AggregateReport> meter;
  private final RowRoutes rows;

  /**
   * The API of the aggregates of a node.
   *
   * @param aggregates what there is
   * @param polls those who watch rows end with them
   * @param registry where measurements go
   */
  public AggregatesApi(Aggregates aggregates, LongPolls polls, MeterRegistry registry) {
    this.definitions =
        new DefinitionRoutes<>(
            WORDS,
            AggregateName::new,
            AggregateOptions.class,
            Resources.of(aggregates.jobs(), aggregates::report));
    this.rows = new RowRoutes(WORDS.one() + "/rows", aggregates, polls);
    this.meter = meter(aggregates, registry);
  }

  private static JobMeter<AggregateDefinition, AggregateReport> meter(
      Aggregates aggregates, MeterRegistry registry) {
    String metrics = "messina.aggregate.";
    return new JobMeter<>(
            registry,
            WORDS.segment(),
            () -> aggregates.jobs().known().living().values(),
            aggregates::report)
        .total(
            metrics + "added",
            "Events that are in at least one window.",
            report -> report.totals().added())
        .total(
            metrics + "late",
            "Events whose windows were dropped before they came.",
            report -> report.totals().late())
        .total(
            metrics + "ahead",
            "Events ahead of their append time by more than max_ahead.",
            report -> report.totals().ahead())
        .total(
            metrics + "skipped",
            "Events without a value, or excluded.",
            report -> report.totals().skipped())
        .total(
            metrics + "windows.dropped",
            "Windows that were kept long enough.",
            report -> report.totals().recovery().windowsDropped())
        .total(
            metrics + "gaps",
            "Stretches of the stream that expired before they were read.",
            report -> report.totals().recovery().gaps())
        .total(
            metrics + "quarantined",
            "States that could not be read and were moved aside.",
            report -> report.totals().recovery().quarantined())
        .total(
            metrics + "restored",
            "States that came from a snapshot.",
            report -> report.totals().recovery().restored())
        .total(
            metrics + "snapshots",
            "Snapshots published.",
            report -> report.totals().snapshots().snapshots())
        .total(
            metrics + "snapshot.failures",
            "Snapshots that failed.",
            report -> report.totals().snapshots().snapshotFailures())
        .total(
            metrics + "snapshot.uploaded.bytes",
            "Bytes copied for snapshots.",
            report -> report.totals().snapshots().uploadedBytes())
        .gauge(
            metrics + "lag.events",
            "Events of this node's shards not in the rows yet.",
            report -> report.lag().map(Long::doubleValue));
  }

  /** Brings up to date what is measured only now and then. */
  public void refreshMetrics() {
    meter.refresh();
  }

  /**
   * What it answers.
   *
   * @return for {@link io.messina.server.http.MessinaServer}
   */
  public List<Route> routes() {
    return Stream.concat(definitions.routes().stream(), Stream.of(rows.route())).toList();
  }

  static AggregateName name(Exchange exchange) {
    return new AggregateName(exchange.path(WORDS.segment()));
  }
}
