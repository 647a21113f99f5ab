package io.messina.features.catalog;

import io.messina.features.FeatureKind;
import io.messina.features.FeatureOptions;

/**
 * A feature in one version, as the store knows it.
 *
 * @param key the first part of the partition keys of its contents; no other creation ever has it
 * @param options what it is like
 */
public record StoredFeature(String key, FeatureOptions options) {

  boolean isOf(FeatureKind kind) {
    return options.kind() == kind;
  }
}
