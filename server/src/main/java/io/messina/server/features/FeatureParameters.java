package io.messina.server.features;

import io.messina.api.access.Action;
import io.messina.api.access.Resource;
import io.messina.api.access.Scope;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.server.http.Exchange;
import java.util.Optional;

/** The names in the path and the query of a request. */
final class FeatureParameters {

  static final String FEATURE = "/{entity_type}/{name}";
  static final String ENTITY = FEATURE + "/{entity_id}";
  static final String VERSION = "version";
  static final String VERSION_SENTENCE =
      "which version; latest for the one that was last marked complete; by default the first one";
  static final String VALUE = "value";
  static final String VALUE_SENTENCE =
      "which value; JSON unless the feature's values are texts or bytes";

  private FeatureParameters() {}

  static FeatureName feature(Exchange exchange) {
    return new FeatureName(exchange.path("entity_type"), exchange.path("name"));
  }

  static FeatureRef ref(Exchange exchange) {
    return new FeatureRef(feature(exchange), version(exchange).orElse(FeatureVersion.FIRST));
  }

  static EntityId entity(Exchange exchange) {
    return new EntityId(exchange.path("entity_id"));
  }

  static Optional<FeatureVersion> version(Exchange exchange) {
    return exchange.query(VERSION).map(FeatureVersion::new);
  }

  /** A value in an address: texts and bytes as they are, all others as JSON. */
  static FeatureValue value(String text, ValueType type) {
    return switch (type) {
      case TEXT, BYTES -> FeatureValue.text(text);
      case INTEGER, DOUBLE, BOOLEAN, VECTOR, JSON -> FeatureValue.json(text);
    };
  }

  /** Refuses the request unless its token may read a feature that the body names. */
  static void requireReading(Exchange exchange, Resource resource, FeatureName name) {
    exchange.caller().require(resource, Scope.name(name.entityType(), name.name()), Action.READ);
  }
}
