package io.messina.client.features;

import io.messina.api.feature.FeatureVersion;
import io.messina.client.internal.Query;

/** Versions in queries. */
final class Versions {

  private Versions() {}

  /** The first one need not be said. */
  static Query query(FeatureVersion version) {
    return version.text().isEmpty() ? Query.NONE : named(version);
  }

  /** Even if it is the first one. */
  static Query named(FeatureVersion version) {
    return Query.NONE.with("version", version);
  }
}
