package io.messina.server.features;

import io.messina.api.Times;
import io.messina.features.EntityId;
import io.messina.features.FeatureKind;
import io.messina.features.FeatureName;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureValue;
import io.messina.features.ValueJson;
import io.messina.features.ValueType;
import io.messina.features.catalog.FeatureCatalog;
import io.messina.features.scalar.Scalars;
import io.messina.features.scalar.ValueAnswer;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Reads and writes the values of scalar features. */
final class ValueRoutes {

  private static final String ONE = "/v1/values" + Names.ENTITY;

  private final FeatureCatalog catalog;
  private final Scalars scalars;

  ValueRoutes(FeatureCatalog catalog, Scalars scalars) {
    this.catalog = catalog;
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
            .query(Names.VERSION, Names.VERSION_SENTENCE)
            .takes("NewValue")
            .answersPlain(204),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteValue",
                "Deletes a value, unless one with a newer event time is there.",
                FeatureWrite.of(this::delete))
            .query(Names.VERSION, Names.VERSION_SENTENCE)
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
            .takes("ValuesQuery")
            .answers("Values", 200));
  }

  private void put(Exchange exchange) throws IOException {
    FeatureRef feature = Names.ref(exchange);
    ValueType type = catalog.find(feature, FeatureKind.SCALAR).options().valueType();
    Fields fields = exchange.json();
    FeatureValue value = ValueField.read(fields, type);
    Optional<Instant> time = fields.time("time");
    fields.end();
    EntityId entity = Names.entity(exchange);
    time.ifPresentOrElse(
        when -> scalars.put(feature, entity, value, when),
        () -> scalars.put(feature, entity, value));
    exchange.sendNothing();
  }

  private void delete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    FeatureRef feature = Names.ref(exchange);
    EntityId entity = Names.entity(exchange);
    exchange
        .query("time", Times::parse)
        .ifPresentOrElse(
            time -> scalars.delete(feature, entity, time), () -> scalars.delete(feature, entity));
    exchange.sendNothing();
  }

  private void get(Exchange exchange) throws IOException {
    Fields fields = exchange.json();
    String type = fields.required("entity_type", fields.text("entity_type"));
    List<String> names =
        fields.texts("features", Scalars.FEATURES_MAX).stream().distinct().toList();
    Optional<String> version = fields.text("version");
    List<EntityId> entities =
        fields.texts("entities", Scalars.ENTITIES_MAX).stream().map(EntityId::new).toList();
    fields.end();
    List<FeatureRef> features =
        names.stream().map(name -> Names.ref(new FeatureName(type, name), version)).toList();
    List<List<ValueAnswer>> answers = scalars.get(features, entities);
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("entities");
          for (int i = 0; i < entities.size(); i++) {
            write(json, entities.get(i), names, answers.get(i));
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void write(
      JsonGenerator json, EntityId entity, List<String> names, List<ValueAnswer> answers) {
    json.writeStartObject();
    json.writeStringProperty("entity", entity.text());
    json.writeObjectPropertyStart("features");
    for (int i = 0; i < names.size(); i++) {
      json.writeName(names.get(i));
      write(json, answers.get(i));
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, ValueAnswer answer) {
    json.writeStartObject();
    switch (answer) {
      case ValueAnswer.Present present -> {
        json.writeStringProperty("status", "present");
        json.writeName("value");
        ValueJson.write(json, present.value());
        json.writeStringProperty("time", Times.format(present.time()));
      }
      case ValueAnswer.Missing _ -> json.writeStringProperty("status", "missing");
      case ValueAnswer.Expired expired -> {
        json.writeStringProperty("status", "expired");
        json.writeStringProperty("time", Times.format(expired.time()));
      }
      case ValueAnswer.Failed failed -> {
        json.writeStringProperty("status", "error");
        json.writeStringProperty("detail", failed.failure().why());
        json.writeBooleanProperty("retryable", failed.failure().retryable());
      }
    }
    json.writeEndObject();
  }
}
