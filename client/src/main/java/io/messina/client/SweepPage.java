package io.messina.client;

import java.util.List;
import java.util.Optional;

/**
 * A part of a sweep.
 *
 * @param lookedAt how many lists and values were looked at, of whatever features
 * @param deleted how many of them were deleted; none where that was not asked for
 * @param unknown how many of them no definition tells of that the server can read; they stay
 * @param features what was found of deleted features and versions
 * @param next where the next part begins, on any node and at any later time; empty at the end
 */
public record SweepPage(
    long lookedAt, long deleted, long unknown, List<SweptFeature> features, Optional<String> next) {

  /** A list that nobody can change. */
  public SweepPage {
    features = List.copyOf(features);
  }
}
