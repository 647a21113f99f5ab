package io.messina.api.feature;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Instant;

/** An item of a list. Items with the same time and the same value are one item. */
public record ListItem(
    @Field("value of the feature's type") FeatureValue value,
    @Field(value = "time of the item, in nanoseconds", min = FIRST, max = LAST) Instant time) {

  static final String FIRST = "1970-01-01T00:00:00Z";
  static final String LAST = "2262-04-11T23:47:16.854775807Z";

  /** The last time, as far as nanoseconds since 1970 reach in 63 bits. */
  public static final Instant TIME_MAX = Instant.parse(LAST);

  public ListItem {
    RecordField.check(ListItem.class, value, time);
  }
}
