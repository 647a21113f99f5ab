package io.messina.server.features;

import io.messina.features.FeatureKind;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureValue;
import io.messina.features.catalog.FeatureCatalog;
import io.messina.features.list.Lists;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.List;

/**
 * Finds and removes items by values that stand in a body, as JSON like everywhere: of any length,
 * and written without knowing the feature's type.
 */
final class ItemValueRoutes {

  private static final String ONE = "/v1/lists" + Names.ENTITY;
  private static final String VALUE = "ItemValue";

  private final FeatureCatalog catalog;
  private final Lists lists;

  ItemValueRoutes(FeatureCatalog catalog, Lists lists) {
    this.catalog = catalog;
    this.lists = lists;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.POST,
                ONE + "/contains",
                "containsListItem",
                "Whether there is an item with a value.",
                this::contains)
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .takes(VALUE)
            .answers("ItemFound", 200),
        Route.of(
                Verb.POST,
                ONE + "/remove",
                "removeListItemsByValue",
                "Removes the items with a value.",
                FeatureWrite.of(this::remove))
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .takes(VALUE)
            .answers("RemovedItems", 200));
  }

  private void contains(Exchange exchange) throws IOException {
    FeatureRef feature = Names.ref(exchange);
    boolean contains = lists.contains(feature, Names.entity(exchange), value(exchange, feature));
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
    FeatureValue value =
        ValueField.read(fields, catalog.find(feature, FeatureKind.LIST).options().valueType());
    fields.end();
    return value;
  }
}
