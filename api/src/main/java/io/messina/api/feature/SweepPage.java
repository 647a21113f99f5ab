package io.messina.api.feature;

import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/**
 * A part of a walk over all lists and values.
 *
 * @param lookedAt how many lists and values were looked at, of whatever features
 * @param deleted how many of them were deleted
 * @param unknown how many of them no definition tells of that this version of Messina can read;
 *     they stay
 * @param features what was found of deleted features and versions
 * @param next where to go on in the same store, on any node and at any later time; empty at the end
 */
public record SweepPage(
    @Field("lists and values, of whatever features") int lookedAt,
    @Field("how many of them were deleted") int deleted,
    @Field("how many no definition tells of; they stay") int unknown,
    @Field("what was found of deleted features and versions") List<SweptFeature> features,
    Optional<String> next) {

  /** A list that nobody can change. */
  public SweepPage {
    features = List.copyOf(features);
  }
}
