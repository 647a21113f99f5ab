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
import io.messina.server.definition.Resources;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import io.messina.server.streams.DeadLetterRoutes;
import io.messina.server.streams.LettersOfJob;
import io.messina.server.streams.LongPolls;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;

/** All routes about enrichments by configuration. Safe for use by many threads. */
public final class EnrichmentsApi {

  private static final DefinitionRoutes.Words WORDS =
      new DefinitionRoutes.Words(
          "Enrichment",
          "Makes a state for each key of a stream, from its oldest event on. Other fields"
              + " than it has begin its next generation, with no states, at the oldest event.",
          "The definition of an enrichment, and how it goes on this node since it began here.",
          "Ends an enrichment; its states are out of reach then.");

  private final Enrichments enrichments;
  private final DefinitionRoutes<StateOptions, EnrichmentDefinition> definitions;
  private final JobMeter<EnrichmentDefinition, EnrichmentReport> meter;
  private final DeadLetterRoutes deadLetters;

  /**
   * The API of the enrichments of a node.
   *
   * @param enrichments what there is
   * @param polls long redrives end with them
   * @param registry where measurements go
   */
  public EnrichmentsApi(Enrichments enrichments, LongPolls polls, MeterRegistry registry) {
    this.enrichments = enrichments;
    this.definitions =
        new DefinitionRoutes<>(
            WORDS,
            EnrichmentName::new,
            StateOptions.class,
            Resources.of(enrichments.jobs(), enrichments::report));
    this.deadLetters =
        new DeadLetterRoutes(
            WORDS.one(),
            exchange -> new LettersOfJob(enrichments.deadLetters(name(exchange))),
            polls);
    this.meter = meter(enrichments, registry);
  }

  private static JobMeter<EnrichmentDefinition, EnrichmentReport> meter(
      Enrichments enrichments, MeterRegistry registry) {
    String metrics = "messina.enrichment.";
    return new JobMeter<>(
            registry,
            WORDS.segment(),
            () -> enrichments.jobs().known().living().values(),
            enrichments::report)
        .total(
            metrics + "events",
            "Events that were taken on this node.",
            report -> report.totals().events())
        .total(
            metrics + "rounds",
            "Writes of a state, each for one or more events.",
            report -> report.totals().rounds())
        .total(metrics + "reads", "Requests for a state.", report -> report.totals().reads())
        .total(
            metrics + "cache.hits",
            "Rounds whose state was in memory.",
            report -> report.totals().cacheHits())
        .total(
            metrics + "conflicts",
            "Writes that found another state.",
            report -> report.totals().conflicts())
        .total(
            metrics + "failures",
            "Requests that failed, or timed out.",
            report -> report.totals().failures())
        .total(
            metrics + "timeouts",
            "Requests that were not answered in time.",
            report -> report.totals().timeouts())
        .total(
            metrics + "late.answers",
            "Answers that came after they were given up.",
            report -> report.totals().lateAnswers())
        .total(
            metrics + "dead.letters",
            "Events that were set aside.",
            report -> report.totals().deadLetters())
        .total(
            metrics + "requests",
            "Requests at the database that were answered, or timed out.",
            report -> report.totals().requests())
        .total(
            metrics + "request.seconds",
            "How long these took together.",
            report -> report.totals().requestSeconds())
        .total(
            metrics + "keys.busy",
            "Keys with events that are not in their states yet.",
            report -> report.totals().keysBusy())
        .total(
            metrics + "events.buffered",
            "Such events that are in memory.",
            report -> report.totals().eventsBuffered())
        .total(
            metrics + "permits.in.use",
            "Requests that are at the database.",
            report -> report.totals().permitsInUse())
        .gauge(
            metrics + "lag.events",
            "Events of this node's shards not in the states yet.",
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
    List<Route> routes = new ArrayList<>(definitions.routes());
    routes.add(
        Route.of(
                Verb.GET,
                WORDS.one() + "/{key}",
                "getKeyState",
                "The state of a key, up to which event it is, and what this node does with later"
                    + " ones.",
                this::key)
            .answers("KeyState", 200));
    routes.addAll(
        deadLetters.routes(
            "EnrichmentDeadLetters",
            "Appends the events of dead letters anew to the stream, but for those that may be in a"
                + " state."));
    return routes;
  }

  private static EnrichmentName name(Exchange exchange) {
    return new EnrichmentName(exchange.path(WORDS.segment()));
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
