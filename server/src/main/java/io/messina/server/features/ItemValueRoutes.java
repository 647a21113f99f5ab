package io.messina.server.features;

import io.messina.api.ProblemCode;
import io.messina.api.Times;
import io.messina.api.Wire;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.ItemFound;
import io.messina.api.feature.ItemQuestion;
import io.messina.api.feature.ItemValue;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.RemovedItems;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureCatalog;
import io.messina.features.FeatureRef;
import io.messina.features.contents.Lists;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Finds and removes items by values. Values in a body are JSON: of any length, and written without
 * knowing the feature's type.
 */
final class ItemValueRoutes {

  private static final String ONE = "/v1/lists" + FeatureParameters.ENTITY;

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
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .query(FeatureParameters.VALUE, FeatureParameters.VALUE_SENTENCE)
            .query("min_time", ListQuery.MIN_TIME)
            .query("max_time", ListQuery.MAX_TIME)
            .answers(ItemFound.class, 200),
        Route.of(
                Verb.POST,
                ONE + "/contains",
                "containsListItem",
                "Whether there is an item with a value.",
                this::contains)
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .takes(ItemQuestion.class)
            .answers(ItemFound.class, 200),
        Route.of(
                Verb.POST,
                ONE + "/remove",
                "removeListItemsByValue",
                "Removes the items with a value.",
                FeatureWrite.of(this::remove))
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .takes(ItemValue.class)
            .answers(RemovedItems.class, 200));
  }

  private void has(Exchange exchange) {
    FeatureRef feature = FeatureParameters.ref(exchange);
    ValueType type = catalog.find(feature, FeatureKind.LIST).options().valueType();
    String text =
        exchange
            .query(FeatureParameters.VALUE)
            .orElseThrow(
                () -> new ProblemException(ProblemCode.BAD_REQUEST, "value: none (expected: one)"));
    ItemQuestion question =
        new ItemQuestion(
            FeatureParameters.value(text, type),
            exchange.query("min_time", Times::parse),
            exchange.query("max_time", Times::parse));
    answer(exchange, question);
  }

  private void contains(Exchange exchange) throws IOException {
    answer(exchange, exchange.json().read(ItemQuestion.class));
  }

  private void answer(Exchange exchange, ItemQuestion question) {
    boolean contains =
        lists.contains(
            FeatureParameters.ref(exchange),
            FeatureParameters.entity(exchange),
            question.value(),
            question.minTime(),
            question.maxTime());
    exchange.sendJson(200, json -> Wire.write(json, new ItemFound(contains)));
  }

  private void remove(Exchange exchange) throws IOException {
    ItemValue item = exchange.json().read(ItemValue.class);
    long removed =
        lists.remove(
            FeatureParameters.ref(exchange), FeatureParameters.entity(exchange), item.value());
    exchange.sendJson(200, json -> Wire.write(json, new RemovedItems(Optional.of(removed))));
  }
}
