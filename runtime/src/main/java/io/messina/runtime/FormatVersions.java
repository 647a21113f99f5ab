package io.messina.runtime;

import java.util.List;

/**
 * The versions of one format: which are read, and which is written at each level.
 *
 * @param oldest the oldest one that is read
 * @param byLevel what is written at level 1, 2 and so on; at later ones the last
 */
public record FormatVersions(int oldest, List<Integer> byLevel) {

  public FormatVersions {
    byLevel = List.copyOf(byLevel);
  }

  /**
   * Versions of a format.
   *
   * @param oldest the oldest one that is read
   * @param byLevel what is written at level 1, 2 and so on; at later ones the last
   */
  public static FormatVersions of(int oldest, Integer... byLevel) {
    return new FormatVersions(oldest, List.of(byLevel));
  }

  /** Returns the version to write. */
  public int at(FormatLevel level) {
    return byLevel.get(Math.min(level.get(), byLevel.size()) - 1);
  }

  /** Returns the newest version that is read. */
  public int newest() {
    return byLevel.getLast();
  }

  /**
   * Checks a version that was found.
   *
   * @throws IllegalArgumentException if it is not one of those that are read
   */
  public void check(int found) {
    if (found < oldest || found > newest()) {
      throw new IllegalArgumentException(
          "version: %d (expected: from %d to %d)".formatted(found, oldest, newest()));
    }
  }
}
