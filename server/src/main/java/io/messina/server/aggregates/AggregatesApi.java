package io.messina.server.aggregates;

import io.messina.aggregate.configured.Aggregates;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateReport;
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.JobMeter;
import io.messina.server.definition.NamedResources;
import io.messina.server.definition.NodeReports;
import io.messina.server.definition.ReportSums;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.streams.LongPolls;
import io.messina.stream.node.Streams;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;

/** All routes about aggregates by configuration. Safe for use by many threads. */
public final class AggregatesApi {

  private static final DefinitionRoutes.Kind KIND = DefinitionRoutes.Kind.of("Aggregate");
  private static final String NOUN = "aggregate";

  private final DefinitionRoutes<AggregateDefinition, AggregateReport> definitions;
  private final JobMeter<AggregateDefinition, AggregateReport> meter;
  private final RowRoutes rows;

  /**
   * The API of the aggregates of a node.
   *
   * @param polls watches of rows end with them
   */
  public AggregatesApi(
      Streams streams, Aggregates aggregates, LongPolls polls, MeterRegistry registry) {
    this.definitions =
        new DefinitionRoutes<>(
            KIND,
            AggregateReport.class,
            new NodeReports<>(
                    streams,
                    NOUN,
                    AggregateReport.class,
                    aggregates.jobs()::find,
                    aggregates::report,
                    ReportSums.AGGREGATES)
                ::report,
            NamedResources.of(NOUN, AggregateName::new, AggregateOptions.class, aggregates.jobs()));
    this.rows = new RowRoutes(KIND.one() + "/rows", aggregates, polls);
    this.meter = meter(aggregates, registry);
  }

  private static JobMeter<AggregateDefinition, AggregateReport> meter(
      Aggregates aggregates, MeterRegistry registry) {
    return JobMeter.of(registry, NOUN, aggregates.jobs(), aggregates::report)
        .total("added", "Events that are in at least one window.", job -> job.totals().added())
        .total(
            "late",
            "Events whose windows were dropped before they came.",
            job -> job.totals().late())
        .total(
            "ahead",
            "Events ahead of their append time by more than max_ahead.",
            job -> job.totals().ahead())
        .total("skipped", "Events without a value, or excluded.", job -> job.totals().skipped())
        .total(
            "windows.dropped",
            "Windows that were kept long enough.",
            job -> job.totals().recovery().windowsDropped())
        .total(
            "gaps",
            "Stretches of the stream that expired before they were read.",
            job -> job.totals().recovery().gaps())
        .total(
            "quarantined",
            "States that could not be read and were moved aside.",
            job -> job.totals().recovery().quarantined())
        .total(
            "restored",
            "States that came from a snapshot.",
            job -> job.totals().recovery().restored())
        .total("snapshots", "Snapshots published.", job -> job.totals().snapshots().snapshots())
        .total(
            "snapshot.failures",
            "Snapshots that failed.",
            job -> job.totals().snapshots().snapshotFailures())
        .total(
            "snapshot.uploaded.bytes",
            "Bytes copied for snapshots.",
            job -> job.totals().snapshots().uploadedBytes())
        .lag("Events of this node's shards not in the rows yet.", AggregateReport::lag);
  }

  /** Updates gauges; called before metrics are shown. */
  public void refreshMetrics() {
    meter.refresh();
  }

  /** The routes. */
  public List<Route> routes() {
    return Stream.concat(
            definitions
                .routes(
                    AggregateOptions.class,
                    "Makes a value for each window and group of a stream, from its oldest event on."
                        + " Other options than it has begin its next generation, with no rows, at"
                        + " the oldest event.",
                    "The definition of an aggregate, and how it goes on all nodes.",
                    "Ends an aggregate; its rows are gone then.")
                .stream(),
            Stream.of(rows.route()))
        .toList();
  }

  static AggregateName name(Exchange exchange) {
    return new AggregateName(exchange.path(NOUN));
  }
}
