package io.messina.features.list;

import io.messina.features.FeatureException;
import io.messina.features.FeatureValue;
import java.time.Instant;

/**
 * An item of a list. Items with the same time and the same value are one item.
 *
 * @param value of the feature's type
 * @param time when, in nanoseconds, from 1970 to 2262-04-11T23:47:16.854775807Z; it may lie in the
 *     future
 */
public record ListItem(FeatureValue value, Instant time) {

  /**
   * A checked item.
   *
   * @throws FeatureException.Refused where the time is out of bounds
   */
  public ListItem {
    var _ = ItemTime.nanos(time);
  }

  ItemKey key() {
    return ItemKey.of(ItemTime.nanos(time), value);
  }
}
