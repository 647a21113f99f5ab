package io.messina.server.sinks;

import io.messina.api.sink.SinkDefinition;
import io.messina.api.sink.SinkName;
import io.messina.api.sink.SinkOptions;
import io.messina.api.sink.SinkReport;
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.JobMeter;
import io.messina.server.definition.NamedResources;
import io.messina.server.definition.NodeReports;
import io.messina.server.definition.ReportSums;
import io.messina.server.http.Route;
import io.messina.server.streams.DeadLetterRoutes;
import io.messina.server.streams.LettersOfJob;
import io.messina.server.streams.LongPolls;
import io.messina.sink.Sinks;
import io.messina.stream.node.Streams;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;

/** All routes about sinks. Safe for use by many threads. */
public final class SinksApi {

  private static final DefinitionRoutes.Kind KIND = DefinitionRoutes.Kind.of("Sink");
  private static final String NOUN = "sink";

  private final DefinitionRoutes<SinkDefinition, SinkReport> definitions;
  private final JobMeter<SinkDefinition, SinkReport> meter;
  private final DeadLetterRoutes deadLetters;

  /**
   * The API of the sinks of a node.
   *
   * @param polls long redrives end with them
   */
  public SinksApi(Streams streams, Sinks sinks, LongPolls polls, MeterRegistry registry) {
    this.definitions =
        new DefinitionRoutes<>(
            KIND,
            SinkReport.class,
            new NodeReports<>(
                    streams,
                    NOUN,
                    SinkReport.class,
                    sinks.jobs()::find,
                    sinks::report,
                    ReportSums.SINKS)
                ::report,
            NamedResources.of(NOUN, SinkName::new, SinkOptions.class, sinks.jobs()));
    this.deadLetters =
        new DeadLetterRoutes(
            KIND.one(),
            exchange -> new LettersOfJob(sinks.deadLetters(new SinkName(exchange.path(NOUN)))),
            polls);
    this.meter = meter(sinks, registry);
  }

  private static JobMeter<SinkDefinition, SinkReport> meter(Sinks sinks, MeterRegistry registry) {
    return JobMeter.of(registry, NOUN, sinks.jobs(), sinks::report)
        .total("posted", "Events that were taken with a status 2xx.", job -> job.totals().posted())
        .total("batches", "Requests that were.", job -> job.totals().batches())
        .total("failures", "Requests that were not.", job -> job.totals().failures())
        .total("dead.letters", "Events that were set aside.", job -> job.totals().deadLetters())
        .lag("Events of this node's shards that are not posted yet.", SinkReport::lag);
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
                    SinkOptions.class,
                    "Posts the events of a stream to a URL, from its oldest event on unless start"
                        + " says otherwise. With other options it goes on where it is.",
                    "The definition of a sink, and how it goes on all nodes since each began.",
                    "Ends a sink; its dead letters go with it.")
                .stream(),
            deadLetters
                .routes(
                    "SinkDeadLetters",
                    "Posts dead letters again at once, one after the other, beside what the sink"
                        + " posts.")
                .stream())
        .toList();
  }
}
