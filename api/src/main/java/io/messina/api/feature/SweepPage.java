package io.messina.api.feature;

import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/**
 * A part of a walk over all lists and values.
 *
 * @param next start of the next page in the same store, on any node and at any later time; empty at
 *     the end
 */
public record SweepPage(
    @Field("lists and values that were inspected, of all features") int lookedAt,
    @Field("lists and values that were deleted") int deleted,
    @Field("lists and values without a definition that this version can read; they stay")
        int unknown,
    @Field("leftovers of deleted features and versions") List<SweptFeature> features,
    Optional<String> next) {

  public SweepPage {
    features = List.copyOf(features);
  }
}
