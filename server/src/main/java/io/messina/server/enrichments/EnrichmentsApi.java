package io.messina.server.enrichments;

import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.KeyReport;
import io.messina.api.enrichment.StateOptions;
import io.messina.enrichment.catalog.NoEnrichmentException;
import io.messina.enrichment.configured.Enrichments;
import io.messina.runtime.definition.Created;
import io.messina.server.http.Exchange;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import io.messina.server.streams.DeadLetterRoutes;
import io.messina.server.streams.LongPolls;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** All routes about enrichments by configuration. Safe for use by many threads. */
public final class EnrichmentsApi {

  private static final String ALL = "/v1/enrichments";
  private static final String ONE = ALL + "/{enrichment}";
  private static final String ENRICHMENT = "Enrichment";

  private final Enrichments enrichments;
  private final EnrichmentMeter meter;
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
    this.deadLetters =
        new DeadLetterRoutes(
            ONE, exchange -> new EnrichmentLetters(enrichments.deadLetters(name(exchange))), polls);
    this.meter = new EnrichmentMeter(registry, enrichments);
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
    List<Route> routes = new ArrayList<>(ownRoutes());
    routes.addAll(
        deadLetters.routes(
            "EnrichmentDeadLetters",
            "Appends the events of dead letters anew to the stream, but for those that may be in a"
                + " state."));
    return routes;
  }

  private List<Route> ownRoutes() {
    return List.of(
        NamedPages.of(
            Route.of(Verb.GET, ALL, "listEnrichments", "All enrichments.", this::list)
                .answers("Enrichments", 200)),
        Route.of(
                Verb.PUT,
                ONE,
                "createEnrichment",
                "Makes a state for each key of a stream, from its oldest event on. Other fields"
                    + " than it has begin its next generation, with no states, at the oldest"
                    + " event.",
                this::create)
            .takes("StateOptions")
            .answers(ENRICHMENT, 200, 201)
            .tagged(),
        Route.of(
                Verb.GET,
                ONE,
                "getEnrichment",
                "The definition of an enrichment, and how it goes on this node since it began"
                    + " here.",
                this::get)
            .answers(ENRICHMENT, 200)
            .tagged(),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteEnrichment",
                "Ends an enrichment; its states are out of reach then.",
                this::delete)
            .answersPlain(204)
            .tagged(),
        Route.of(
                Verb.GET,
                ONE + "/{key}",
                "getKeyState",
                "The state of a key, up to which event it is, and what this node does with later"
                    + " ones.",
                this::key)
            .answers("KeyState", 200));
  }

  private static EnrichmentName name(Exchange exchange) {
    return new EnrichmentName(exchange.path("enrichment"));
  }

  private void list(Exchange exchange) {
    NamedPages.send(
        exchange,
        "enrichments",
        enrichments.catalog().freshView().enrichments().values(),
        definition -> definition.name().value(),
        enrichments::report);
  }

  private void create(Exchange exchange) throws IOException {
    Created<EnrichmentDefinition> created =
        enrichments.put(
            name(exchange), exchange.json().read(StateOptions.class), exchange.precondition());
    send(exchange, created.isNew() ? 201 : 200, created.value());
  }

  private void get(Exchange exchange) {
    send(exchange, 200, enrichments.catalog().find(name(exchange)));
  }

  private void send(Exchange exchange, int status, EnrichmentDefinition definition) {
    exchange.sendTagged(
        status, definition.tag(), json -> Wire.write(json, enrichments.report(definition)));
  }

  private void delete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    EnrichmentName name = name(exchange);
    if (!enrichments.delete(name, exchange.precondition())) {
      throw new NoEnrichmentException(name);
    }
    exchange.sendNothing();
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
