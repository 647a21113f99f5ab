package io.messina.server.features;

import io.messina.api.Times;
import io.messina.api.access.Resource;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.EntityValues;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.NewValue;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValuesQuery;
import io.messina.features.FeatureRef;
import io.messina.features.contents.Scalars;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes the values of scalar features. */
final class ValueRoutes {

  private static final String ONE = "/v1/values" + FeatureParameters.ENTITY;

  private final Scalars scalars;

  ValueRoutes(Scalars scalars) {
    this.scalars = scalars;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.PUT,
                ONE,
                "putValue",
                "Puts a value, unless one with a newer event time is there.",
                FeatureWrite.of(this::put))
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .takes(NewValue.class)
            .answersPlain(204),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteValue",
                "Deletes a value, unless one with a newer event time is there.",
                FeatureWrite.of(this::delete))
            .query(FeatureParameters.VERSION, FeatureParameters.VERSION_SENTENCE)
            .query(
                "time",
                "RFC 3339, up to nanoseconds: the event time of the deletion; by default now, or"
                    + " just after a value of the future")
            .answersPlain(204),
        Route.of(
                Verb.POST,
                "/v1/values:get",
                "getValues",
                "The values of up to 100 features of up to 100 entities; each has a status of its"
                    + " own, which is error for those beyond 16 MiB of values together.",
                this::get)
            .takes(ValuesQuery.class)
            .answers(Schema.all("Values", "entities", EntityValues.class), 200));
  }

  private void put(Exchange exchange) throws IOException {
    NewValue value = exchange.json().read(NewValue.class);
    FeatureRef feature = FeatureParameters.ref(exchange);
    EntityId entity = FeatureParameters.entity(exchange);
    exchange.caller().takeEvents(1);
    value
        .time()
        .ifPresentOrElse(
            when -> scalars.put(feature, entity, value.value(), when),
            () -> scalars.put(feature, entity, value.value()));
    exchange.sendNothing();
  }

  private void delete(Exchange exchange) {
    FeatureRef feature = FeatureParameters.ref(exchange);
    EntityId entity = FeatureParameters.entity(exchange);
    exchange
        .query("time", Times::parse)
        .ifPresentOrElse(
            time -> scalars.delete(feature, entity, time), () -> scalars.delete(feature, entity));
    exchange.sendNothing();
  }

  private void get(Exchange exchange) throws IOException {
    ValuesQuery query = exchange.json().read(ValuesQuery.class);
    List<String> names = query.features().stream().distinct().toList();
    List<FeatureRef> features =
        names.stream()
            .map(name -> new FeatureName(query.entityType(), name))
            .peek(name -> FeatureParameters.requireReading(exchange, Resource.VALUES, name))
            .map(name -> new FeatureRef(name, query.version()))
            .toList();
    List<List<ValueAnswer>> answers = scalars.get(features, query.entities());
    List<EntityValues> rows = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      rows.add(row(query.entities().get(i), names, answers.get(i)));
    }
    exchange.sendAll("entities", rows);
  }

  private static EntityValues row(EntityId entity, List<String> names, List<ValueAnswer> answers) {
    Map<String, ValueAnswer> features = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      features.put(names.get(i), answers.get(i));
    }
    return new EntityValues(entity, features);
  }
}
