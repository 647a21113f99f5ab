package io.messina.features.sweep;

import java.util.List;
import java.util.Optional;

/**
 * A part of a walk over all lists and values.
 *
 * @param lookedAt how many lists and values were looked at, of whatever features
 * @param deleted how many of them were deleted
 * @param unknown how many of them no definition tells of that this version of Messina can read;
 *     they stay
 * @param contents what was found of deleted features and versions
 * @param next where to go on in the same store, on any node and at any later time; empty at the end
 */
public record SweepPage(
    int lookedAt, int deleted, int unknown, List<GoneContents> contents, Optional<String> next) {

  /** A list that nobody can change. */
  public SweepPage {
    contents = List.copyOf(contents);
  }
}
