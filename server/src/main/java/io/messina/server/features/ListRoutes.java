package io.messina.server.features;

import io.messina.api.PageQuery;
import io.messina.api.ProblemCode;
import io.messina.api.Times;
import io.messina.api.Wire;
import io.messina.api.access.Resource;
import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.EntityPage;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.ItemCount;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ListsQuery;
import io.messina.api.feature.NewItems;
import io.messina.api.feature.RemovedItems;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.contents.Lists;
import io.messina.features.node.Features;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and writes lists. */
final class ListRoutes {

  private static final String ALL = "/v1/lists" + FeatureParameters.FEATURE;
  private static final String ONE = "/v1/lists" + FeatureParameters.ENTITY;

  private final Features features;
  private final Lists lists;

  ListRoutes(Features features) {
    this.features = features;
    this.lists = features.lists();
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                ONE,
                "getListItems",
                "Items, newest first; a page of a unique list may be short or empty although there"
                    + " is a next.",
                this::get)
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .query(ListQuery.class)
            .answers(Schema.answer("ListItems", ItemPage.class), 200),
        Route.of(
                Verb.POST,
                ONE,
                "addListItems",
                "Adds up to 500 items, all or none; those that are there stay as they are.",
                FeatureWrite.of(this::add))
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .takes(Schema.request("NewListItems", NewItems.class))
            .answers(AddedItems.class, 200),
        Route.of(
                Verb.DELETE,
                ONE,
                "removeListItems",
                "Removes the items with a value, or all but the newest, or all; the body is empty.",
                FeatureWrite.of(this::remove))
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .query(FeatureParameters.VALUE, FeatureParameters.VALUE_SENTENCE)
            .query("keep", "how many of the newest stay, 1 to 100,000")
            .answers(RemovedItems.class, 200),
        Route.of(
                Verb.GET,
                ONE + "/count",
                "countListItems",
                "How many items there are.",
                this::count)
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .query("min_time", ListQuery.MIN_TIME)
            .query("max_time", ListQuery.MAX_TIME)
            .answers(ItemCount.class, 200),
        Route.of(
                Verb.GET,
                ALL,
                "getListEntities",
                "Entities that have a list, or had one; a page may be short or empty although there"
                    + " is a next.",
                this::entities)
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .query(PageQuery.class)
            .answers(Schema.answer("ListEntities", EntityPage.class), 200),
        Route.of(
                Verb.POST,
                ALL,
                "importListItems",
                "Adds items of many entities, a line each.",
                new LineImport(features)::answer)
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .takesTypes(LineImport.TYPE)
            .answers(AddedItems.class, 200),
        Route.of(
                Verb.POST,
                "/v1/lists:get",
                "getLists",
                "The items of up to 100 entities; each has a status of its own, its share of 16"
                    + " MiB of items, at most 8 MiB, and next where it has more.",
                this::getEach)
            .takes(ListsQuery.class)
            .answers(Schema.all("Lists", "lists", ListAnswer.class), 200));
  }

  private void get(Exchange exchange) {
    ItemPage page =
        lists.get(
            FeatureParameters.ref(exchange),
            FeatureParameters.entity(exchange),
            exchange.query(ListQuery.class));
    exchange.sendLargeJson(200, json -> Wire.write(json, page));
  }

  private void add(Exchange exchange) throws IOException {
    List<ListItem> items = exchange.json().read(NewItems.class).items();
    FeatureRef feature = FeatureParameters.ref(exchange);
    EntityId entity = FeatureParameters.entity(exchange);
    exchange.caller().takeEvents(items.size());
    AddedItems added = lists.add(feature, entity, items);
    exchange.sendJson(200, json -> Wire.write(json, added));
  }

  private void remove(Exchange exchange) {
    FeatureRef feature = FeatureParameters.ref(exchange);
    EntityId entity = FeatureParameters.entity(exchange);
    Optional<String> value = exchange.query(FeatureParameters.VALUE);
    Optional<Integer> keep = exchange.query("keep", 1, Lists.TRIM_MAX);
    if (value.isPresent() && keep.isPresent()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST, "value and keep: both (expected: one of them, or none)");
    }
    Optional<Long> removed =
        value
            .map(
                text -> lists.remove(feature, entity, FeatureParameters.value(text, type(feature))))
            .or(() -> keep.map(newest -> lists.trim(feature, entity, newest)));
    if (removed.isEmpty()) {
      lists.removeAll(feature, entity);
    }
    exchange.sendJson(200, json -> Wire.write(json, new RemovedItems(removed)));
  }

  private void count(Exchange exchange) {
    long count =
        lists.count(
            FeatureParameters.ref(exchange),
            FeatureParameters.entity(exchange),
            exchange.query("min_time", Times::parse),
            exchange.query("max_time", Times::parse));
    exchange.sendJson(200, json -> Wire.write(json, new ItemCount(count)));
  }

  private void entities(Exchange exchange) {
    EntityPage page =
        lists.entities(FeatureParameters.ref(exchange), exchange.query(PageQuery.class));
    exchange.sendLargeJson(200, json -> Wire.write(json, page));
  }

  private void getEach(Exchange exchange) throws IOException {
    ListsQuery query = exchange.json().read(ListsQuery.class);
    Map<EntityId, String> after = new LinkedHashMap<>();
    query.after().forEach((entity, next) -> after.put(new EntityId(entity), next));
    FeatureName name = new FeatureName(query.entityType(), query.feature());
    FeatureParameters.requireReading(exchange, Resource.LISTS, name);
    exchange.sendAll(
        "lists",
        lists.getEach(
            new FeatureRef(name, query.version()), query.entities(), query.each(), after));
  }

  private ValueType type(FeatureRef feature) {
    return features.catalog().find(feature, FeatureKind.LIST).options().valueType();
  }
}
