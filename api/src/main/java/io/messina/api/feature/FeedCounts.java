package io.messina.api.feature;

import io.messina.api.Field;
import java.util.Optional;

/**
 * Totals of a feed on a node since it began on it. Repeated events count again: after a seek, and
 * after the failure of their batch.
 */
public record FeedCounts(
    @Field("events whose item or value the feature has") long fed,
    @Field("events whose item had already expired and was not stored") long expired,
    @Field("events without an item or value that the feature can hold") long skipped,
    @Field("events that were already fed before") long passed,
    @Field("reason for the last skipped event") Optional<String> lastSkip) {

  /** Nothing. */
  public static final FeedCounts NONE = new FeedCounts(0, 0, 0, 0, Optional.empty());
}
