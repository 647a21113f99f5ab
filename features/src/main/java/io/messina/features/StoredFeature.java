package io.messina.features;

import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.runtime.RequestException;

/**
 * A feature in one version, as the store knows it.
 *
 * @param key the first part of the partition keys of its contents; no other creation ever has it
 * @param options of the feature
 */
public record StoredFeature(String key, FeatureOptions options) {

  /** Refuses a feature of the other kind. */
  StoredFeature check(FeatureName name, FeatureKind kind) {
    if (options.type() != kind) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.UNFIT,
          name + ": a " + options.type() + " (expected: a " + kind + ")");
    }
    return this;
  }
}
