package io.messina.aggregate;

import io.messina.store.Bytes;
import java.util.Arrays;

/**
 * Some groups of a window, in the order of their bytes without signs.
 *
 * @param prefix with which they begin; may be empty
 * @param first the least that is wanted; may be empty
 * @param max how many at most, from 1
 */
public record GroupRange(Bytes prefix, Bytes first, int max) {

  /**
   * Checks how many.
   *
   * @throws IllegalArgumentException if that is below 1
   */
  public GroupRange {
    if (max < 1) {
      throw new IllegalArgumentException("max: " + max + " (expected: from 1)");
    }
  }

  /** The least group behind another. */
  static Bytes behind(Bytes group) {
    return Bytes.wrap(Arrays.copyOf(group.toArray(), group.length() + 1));
  }
}
