package io.messina.server.enrichments;

import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.KeyReport;
import io.messina.api.enrichment.StateOptions;
import io.messina.enrichment.configured.Enrichments;
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.JobMeter;
import io.messina.server.definition.NamedResources;
import io.messina.server.definition.NodeReports;
import io.messina.server.definition.ReportSums;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import io.messina.server.streams.DeadLetterRoutes;
import io.messina.server.streams.LettersOfJob;
import io.messina.server.streams.LongPolls;
import io.messina.stream.node.Streams;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;

/** All routes about enrichments by configuration. Safe for use by many threads. */
public final class EnrichmentsApi {

  private static final DefinitionRoutes.Kind KIND = DefinitionRoutes.Kind.of("Enrichment");
  private static final String NOUN = "enrichment";

  private final Enrichments enrichments;
  private final DefinitionRoutes<EnrichmentDefinition, EnrichmentReport> definitions;
  private final JobMeter<EnrichmentDefinition, EnrichmentReport> meter;
  private final DeadLetterRoutes deadLetters;

  /**
   * The API of the enrichments of a node.
   *
   * @param polls long redrives end with them
   */
  public EnrichmentsApi(
      Streams streams, Enrichments enrichments, LongPolls polls, MeterRegistry registry) {
    this.enrichments = enrichments;
    this.definitions =
        new DefinitionRoutes<>(
            KIND,
            EnrichmentReport.class,
            new NodeReports<>(
                    streams,
                    NOUN,
                    EnrichmentReport.class,
                    enrichments.jobs()::find,
                    enrichments::report,
                    ReportSums.ENRICHMENTS)
                ::report,
            NamedResources.of(NOUN, EnrichmentName::new, StateOptions.class, enrichments.jobs()));
    this.deadLetters =
        new DeadLetterRoutes(
            KIND.one(),
            exchange -> new LettersOfJob(enrichments.deadLetters(name(exchange))),
            polls);
    this.meter = meter(enrichments, registry);
  }

  private static JobMeter<EnrichmentDefinition, EnrichmentReport> meter(
      Enrichments enrichments, MeterRegistry registry) {
    return JobMeter.of(registry, NOUN, enrichments.jobs(), enrichments::report)
        .total("events", "Events that were taken on this node.", job -> job.totals().events())
        .total(
            "rounds",
            "Writes of a state, each for one or more events.",
            job -> job.totals().rounds())
        .total("reads", "Requests for a state.", job -> job.totals().reads())
        .total("cache.hits", "Rounds whose state was in memory.", job -> job.totals().cacheHits())
        .total("conflicts", "Writes that found another state.", job -> job.totals().conflicts())
        .total("failures", "Requests that failed, or timed out.", job -> job.totals().failures())
        .total(
            "timeouts", "Requests that were not answered in time.", job -> job.totals().timeouts())
        .total(
            "late.answers",
            "Answers that came after they were given up.",
            job -> job.totals().lateAnswers())
        .total("dead.letters", "Events that were set aside.", job -> job.totals().deadLetters())
        .total(
            "requests",
            "Requests at the database that were answered, or timed out.",
            job -> job.totals().requests())
        .total(
            "request.seconds",
            "How long these took together.",
            job -> job.totals().requestSeconds())
        .level(
            "keys.busy",
            "Keys with events that are not in their states yet.",
            job -> job.totals().keysBusy())
        .level(
            "events.buffered",
            "Such events that are in memory.",
            job -> job.totals().eventsBuffered())
        .level(
            "permits.in.use",
            "Requests that are at the database.",
            job -> job.totals().permitsInUse())
        .lag("Events of this node's shards not in the states yet.", EnrichmentReport::lag);
  }

  /** Updates gauges; called before metrics are shown. */
  public void refreshMetrics() {
    meter.refresh();
  }

  /** The routes. */
  public List<Route> routes() {
    List<Route> routes =
        new ArrayList<>(
            definitions.routes(
                StateOptions.class,
                "Makes a state for each key of a stream, from its oldest event on. Other fields"
                    + " than it has begin its next generation, with no states, at the oldest"
                    + " event.",
                "The definition of an enrichment, and how it goes on all nodes since each began.",
                "Ends an enrichment; its states are out of reach then."));
    routes.add(
        Route.of(
                Verb.GET,
                KIND.one() + "/{key}",
                "getKeyState",
                "The state of a key, up to which event it is, and what its owner does with later"
                    + " ones.",
                this::key)
            .answers(Schema.answer("KeyState", KeyReport.class), 200));
    routes.addAll(
        deadLetters.routes(
            "EnrichmentDeadLetters",
            "Appends the events of dead letters anew to the stream, but for those that may be in a"
                + " state."));
    return routes;
  }

  private static EnrichmentName name(Exchange exchange) {
    return new EnrichmentName(exchange.path(NOUN));
  }

  private void key(Exchange exchange) {
    KeyReport report = enrichments.key(name(exchange), exchange.path("key"));
    if (report.state().isEmpty() && report.waiting().isEmpty()) {
      throw new ProblemException(
          ProblemCode.ENRICHMENT_NOT_FOUND,
          "key: " + Shown.text(report.key()) + " (expected: one that an event has)");
    }
    exchange.sendLargeJson(200, json -> Wire.write(json, report));
  }
}
