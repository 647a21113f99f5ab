package io.messina.server.aggregates;

import io.messina.aggregate.configured.Aggregates;
import io.messina.aggregate.configured.NoAggregateException;
import io.messina.api.Wire;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.runtime.definition.Created;
import io.messina.server.http.Exchange;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.streams.LongPolls;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.List;

/** All routes about aggregates by configuration. Safe for use by many threads. */
public final class AggregatesApi {

  private static final String ALL = "/v1/aggregates";
  private static final String ONE = ALL + "/{aggregate}";
  private static final String AGGREGATE = "Aggregate";

  private final Aggregates aggregates;
  private final AggregateMeter meter;
  private final RowRoutes rows;

  /**
   * The API of the aggregates of a node.
   *
   * @param aggregates what there is
   * @param polls those who watch rows end with them
   * @param registry where measurements go
   */
  public AggregatesApi(Aggregates aggregates, LongPolls polls, MeterRegistry registry) {
    this.aggregates = aggregates;
    this.rows = new RowRoutes(ONE + "/rows", aggregates, polls);
    this.meter = new AggregateMeter(registry, aggregates);
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
    return List.of(
        NamedPages.of(
            Route.of(Verb.GET, ALL, "listAggregates", "All aggregates.", this::list)
                .answers("Aggregates", 200)),
        Route.of(
                Verb.PUT,
                ONE,
                "createAggregate",
                "Makes a value for each window and group of a stream, from its oldest event on."
                    + " Other options than it has begin its next generation, with no rows, at the"
                    + " oldest event.",
                this::create)
            .takes("AggregateOptions")
            .answers(AGGREGATE, 200, 201)
            .tagged(),
        Route.of(
                Verb.GET,
                ONE,
                "getAggregate",
                "The definition of an aggregate, and how it goes on this node.",
                this::get)
            .answers(AGGREGATE, 200)
            .tagged(),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteAggregate",
                "Ends an aggregate; its rows are gone then.",
                this::delete)
            .answersPlain(204)
            .tagged(),
        rows.route());
  }

  static AggregateName name(Exchange exchange) {
    return new AggregateName(exchange.path("aggregate"));
  }

  private void list(Exchange exchange) {
    NamedPages.send(
        exchange,
        "aggregates",
        aggregates.all().living().values(),
        definition -> definition.name().value(),
        aggregates::report);
  }

  private void create(Exchange exchange) throws IOException {
    Created<AggregateDefinition> created =
        aggregates.put(
            name(exchange), exchange.json().read(AggregateOptions.class), exchange.precondition());
    send(exchange, created.isNew() ? 201 : 200, created.value());
  }

  private void get(Exchange exchange) {
    send(exchange, 200, aggregates.find(name(exchange)));
  }

  private void send(Exchange exchange, int status, AggregateDefinition definition) {
    exchange.sendTagged(
        status, definition.tag(), json -> Wire.write(json, aggregates.report(definition)));
  }

  private void delete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    AggregateName name = name(exchange);
    if (!aggregates.delete(name, exchange.precondition())) {
      throw new NoAggregateException(name);
    }
    exchange.sendNothing();
  }
}
