package io.messina.server.features;

import io.messina.api.Times;
import io.messina.features.FeatureKind;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureValue;
import io.messina.features.ValueType;
import io.messina.features.catalog.FeatureCatalog;
import io.messina.features.list.Lists;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Finds and removes items by values. Those that stand in a body are JSON like everywhere: of any
 * length, and written without knowing the feature's type.
 */
final class ItemValueRoutes {

  private static final String ONE = "/v1/lists" + Names.ENTITY;

  private final FeatureCatalog catalog;
  private final Lists lists;

  ItemValueRoutes(FeatureCatalog catalog, Lists lists) {
    this.catalog = catalog;
    this.lists = lists;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                ONE + "/contains",
                "hasListItem",
                "Whether there is an item with a short value.",
                this::has)
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .query(ValueField.NAME, ValueField.QUERY_SENTENCE)
            .query("min_time", Names.MIN_TIME_SENTENCE)
            .query("max_time", Names.MAX_TIME_SENTENCE)
            .answers("ItemFound", 200),
        Route.of(
                Verb.POST,
                ONE + "/contains",
                "containsListItem",
                "Whether there is an item with a value.",
                this::contains)
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .takes("ItemQuestion")
            .answers("ItemFound", 200),
        Route.of(
                Verb.POST,
                ONE + "/remove",
                "removeListItemsByValue",
                "Removes the items with a value.",
                FeatureWrite.of(this::remove))
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .takes("ItemValue")
            .answers("RemovedItems", 200));
  }

  private void has(Exchange exchange) {
    FeatureRef feature = Names.ref(exchange);
    ValueType type = type(feature);
    FeatureValue value =
        exchange
            .query(ValueField.NAME)
            .map(text -> ValueField.parse(text, type))
            .orElseThrow(
                () -> new ProblemException(ProblemCode.BAD_REQUEST, "value: none (expected: one)"));
    send(
        exchange,
        lists.contains(
            feature,
            Names.entity(exchange),
            value,
            exchange.query("min_time", Times::parse),
            exchange.query("max_time", Times::parse)));
  }

  private void contains(Exchange exchange) throws IOException {
    FeatureRef feature = Names.ref(exchange);
    Fields fields = exchange.json();
    FeatureValue value = ValueField.read(fields, type(feature));
    Optional<Instant> minTime = fields.time("min_time");
    Optional<Instant> maxTime = fields.time("max_time");
    fields.end();
    send(exchange, lists.contains(feature, Names.entity(exchange), value, minTime, maxTime));
  }

  private static void send(Exchange exchange, boolean contains) {
    exchange.sendJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeBooleanProperty("contains", contains);
          json.writeEndObject();
        });
  }

  private void remove(Exchange exchange) throws IOException {
    FeatureRef feature = Names.ref(exchange);
    long removed = lists.remove(feature, Names.entity(exchange), value(exchange, feature));
    exchange.sendJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("removed", removed);
          json.writeEndObject();
        });
  }

  private FeatureValue value(Exchange exchange, FeatureRef feature) throws IOException {
    Fields fields = exchange.json();
    FeatureValue value = ValueField.read(fields, type(feature));
    fields.end();
    return value;
  }

  private ValueType type(FeatureRef feature) {
    return catalog.find(feature, FeatureKind.LIST).options().valueType();
  }
}
