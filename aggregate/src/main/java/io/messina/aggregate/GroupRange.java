package io.messina.aggregate;

import io.messina.store.Bytes;
import java.util.Arrays;

/**
 * Some groups of a window, in the order of their unsigned bytes.
 *
 * @param prefix with which they begin; may be empty
 * @param first the lowest wanted one; may be empty
 * @param max the most groups, from 1
 */
public record GroupRange(Bytes prefix, Bytes first, int max) {

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is below 1
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
