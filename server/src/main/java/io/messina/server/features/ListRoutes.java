package io.messina.server.features;

import io.messina.api.Times;
import io.messina.features.EntityId;
import io.messina.features.FeatureKind;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureValue;
import io.messina.features.ValueJson;
import io.messina.features.ValueType;
import io.messina.features.list.Added;
import io.messina.features.list.EntityPage;
import io.messina.features.list.ItemPage;
import io.messina.features.list.ListAnswer;
import io.messina.features.list.ListItem;
import io.messina.features.list.ListQuery;
import io.messina.features.list.Lists;
import io.messina.features.node.Features;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** Reads and writes lists. */
final class ListRoutes {

  static final int LIMIT_DEFAULT = 100;

  private static final String ALL = "/v1/lists" + Names.FEATURE;
  private static final String ONE = "/v1/lists" + Names.ENTITY;
  private static final String VALUE = ValueField.NAME;

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
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .query("min_time", Names.MIN_TIME_SENTENCE)
            .query("max_time", Names.MAX_TIME_SENTENCE)
            .query("limit", "1 to 10,000; 100 by default")
            .query("after", "what the page before called next")
            .answers("ListItems", 200),
        Route.of(
                Verb.POST,
                ONE,
                "addListItems",
                "Adds up to 500 items, all or none; those that are there stay as they are.",
                FeatureWrite.of(this::add))
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .takes("NewListItems")
            .answers("AddedItems", 200),
        Route.of(
                Verb.DELETE,
                ONE,
                "removeListItems",
                "Removes the items with a value, or all but the newest, or all; the body is empty.",
                FeatureWrite.of(this::remove))
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .query(VALUE, ValueField.QUERY_SENTENCE)
            .query("keep", "how many of the newest stay, 1 to 100,000")
            .answers("RemovedItems", 200),
        Route.of(
                Verb.GET,
                ONE + "/count",
                "countListItems",
                "How many items there are.",
                this::count)
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .query("min_time", Names.MIN_TIME_SENTENCE)
            .query("max_time", Names.MAX_TIME_SENTENCE)
            .answers("ItemCount", 200),
        Route.of(
                Verb.GET,
                ALL,
                "getListEntities",
                "Entities that have a list, or had one; a page may be short or empty although there"
                    + " is a next.",
                this::entities)
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .query("limit", "1 to 10,000; 100 by default")
            .query("after", "what the page before called next")
            .answers("ListEntities", 200),
        Route.of(
                Verb.POST,
                ALL,
                "importListItems",
                "Adds items of many entities, a line each.",
                new LineImport(features)::answer)
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .takesTypes(LineImport.TYPE)
            .answers("AddedItems", 200),
        Route.of(
                Verb.POST,
                "/v1/lists:get",
                "getLists",
                "The items of up to 100 entities; each has a status of its own, its share of 16"
                    + " MiB of items, at most 8 MiB, and next where it has more.",
                this::getEach)
            .takes("ListsQuery")
            .answers("Lists", 200));
  }

  private void get(Exchange exchange) {
    ListQuery query =
        new ListQuery(
            exchange.query("min_time", Times::parse),
            exchange.query("max_time", Times::parse),
            exchange.query("limit", 1, ListQuery.LIMIT_MAX).orElse(LIMIT_DEFAULT),
            exchange.query("after"));
    ItemPage page = lists.get(Names.ref(exchange), Names.entity(exchange), query);
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          write(json, page);
          json.writeEndObject();
        });
  }

  private void add(Exchange exchange) throws IOException {
    FeatureRef feature = Names.ref(exchange);
    ValueType type = type(feature);
    Fields fields = exchange.json();
    fields.json("items").ifPresent(ListRoutes::requireFew);
    List<ListItem> items =
        fields.objects("items", Lists.ITEMS_MAX).stream().map(item -> item(item, type)).toList();
    fields.end();
    Added added = lists.add(feature, Names.entity(exchange), items);
    sendCounts(exchange, added.stored(), added.expired());
  }

  private void remove(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    FeatureRef feature = Names.ref(exchange);
    EntityId entity = Names.entity(exchange);
    Optional<FeatureValue> value = value(exchange, feature);
    Optional<Integer> keep = exchange.query("keep", 1, Lists.TRIM_MAX);
    if (value.isPresent() && keep.isPresent()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST, "value and keep: both (expected: one of them, or none)");
    }
    Optional<Long> removed =
        value
            .map(it -> lists.remove(feature, entity, it))
            .or(() -> keep.map(newest -> lists.trim(feature, entity, newest)));
    if (removed.isEmpty()) {
      lists.removeAll(feature, entity);
    }
    exchange.sendJson(
        200,
        json -> {
          json.writeStartObject();
          removed.ifPresent(count -> json.writeNumberProperty("removed", count));
          json.writeEndObject();
        });
  }

  private void count(Exchange exchange) {
    long count =
        lists.count(
            Names.ref(exchange),
            Names.entity(exchange),
            exchange.query("min_time", Times::parse),
            exchange.query("max_time", Times::parse));
    exchange.sendJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("count", count);
          json.writeEndObject();
        });
  }

  private void entities(Exchange exchange) {
    EntityPage page =
        lists.entities(
            Names.ref(exchange),
            exchange.query("limit", 1, Lists.ENTITY_IDS_MAX).orElse(LIMIT_DEFAULT),
            exchange.query("after"));
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("entities");
          page.entities().forEach(entity -> json.writeString(entity.text()));
          json.writeEndArray();
          page.next().ifPresent(next -> json.writeStringProperty("next", next));
          json.writeEndObject();
        });
  }

  private void getEach(Exchange exchange) throws IOException {
    Fields fields = exchange.json();
    FeatureRef feature = Names.ref(Names.feature(fields, "feature"), fields.text("version"));
    List<EntityId> entities =
        fields.texts("entities", Lists.ENTITIES_MAX).stream().map(EntityId::new).toList();
    ListQuery query =
        new ListQuery(
            fields.time("min_time"),
            fields.time("max_time"),
            fields.integer("limit", 1, ListQuery.LIMIT_MAX).orElse(LIMIT_DEFAULT),
            Optional.empty());
    Map<EntityId, String> after = new LinkedHashMap<>();
    fields.textsByName("after").forEach((entity, next) -> after.put(new EntityId(entity), next));
    fields.end();
    List<ListAnswer> answers = lists.getEach(feature, entities, query, after);
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("lists");
          answers.forEach(answer -> write(json, answer));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, ListAnswer answer) {
    json.writeStartObject();
    json.writeStringProperty("entity", answer.entity().text());
    switch (answer) {
      case ListAnswer.Found found -> {
        json.writeStringProperty("status", "ok");
        write(json, found.page());
      }
      case ListAnswer.Failed failed -> {
        json.writeStringProperty("status", "error");
        json.writeStringProperty("detail", failed.failure().why());
        json.writeBooleanProperty("retryable", failed.failure().retryable());
      }
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, ItemPage page) {
    json.writeArrayPropertyStart("items");
    for (ListItem item : page.items()) {
      json.writeStartObject();
      json.writeName(VALUE);
      ValueJson.write(json, item.value());
      json.writeStringProperty("time", Times.format(item.time()));
      json.writeEndObject();
    }
    json.writeEndArray();
    page.next().ifPresent(next -> json.writeStringProperty("next", next));
  }

  static void sendCounts(Exchange exchange, long stored, long expired) {
    exchange.sendJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("stored", stored);
          json.writeNumberProperty("expired", expired);
          json.writeEndObject();
        });
  }

  private static void requireFew(JsonNode items) {
    if (items.size() > Lists.ITEMS_MAX) {
      throw new ProblemException(
          ProblemCode.TOO_LARGE,
          "items: " + items.size() + " (expected: 1 to " + Lists.ITEMS_MAX + ")");
    }
  }

  private static ListItem item(Fields fields, ValueType type) {
    FeatureValue value = ValueField.read(fields, type);
    ListItem item = new ListItem(value, fields.required("time", fields.time("time")));
    fields.end();
    return item;
  }

  private Optional<FeatureValue> value(Exchange exchange, FeatureRef feature) {
    return exchange.query(VALUE).map(text -> ValueField.parse(text, type(feature)));
  }

  private ValueType type(FeatureRef feature) {
    return features.catalog().find(feature, FeatureKind.LIST).options().valueType();
  }
}
