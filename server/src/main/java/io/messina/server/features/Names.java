package io.messina.server.features;

import io.messina.features.EntityId;
import io.messina.features.FeatureName;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureVersion;
import io.messina.features.VersionChoice;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import java.util.Optional;

/** What a request names. */
final class Names {

  static final String FEATURE = "/{entity_type}/{name}";
  static final String ENTITY = FEATURE + "/{entity_id}";
  static final String VERSION = "version";
  static final String VERSION_SENTENCE =
      "which version; latest for the one that was last marked complete; by default the first one";
  static final String MIN_TIME_SENTENCE = "RFC 3339, up to nanoseconds; the first time";
  static final String MAX_TIME_SENTENCE =
      "RFC 3339, up to nanoseconds; the first time that is too late";

  private Names() {}

  static FeatureName feature(Exchange exchange) {
    return new FeatureName(exchange.path("entity_type"), exchange.path("name"));
  }

  static FeatureRef ref(Exchange exchange) {
    return ref(feature(exchange), exchange.query(VERSION));
  }

  static FeatureRef ref(FeatureName name, Optional<String> version) {
    return new FeatureRef(name, VersionChoice.of(version.orElse("")));
  }

  static EntityId entity(Exchange exchange) {
    return new EntityId(exchange.path("entity_id"));
  }

  static Optional<FeatureVersion> version(Exchange exchange) {
    return exchange.query(VERSION).map(FeatureVersion::new);
  }

  static FeatureName feature(Fields fields, String name) {
    return new FeatureName(
        fields.required("entity_type", fields.text("entity_type")),
        fields.required(name, fields.text(name)));
  }
}
