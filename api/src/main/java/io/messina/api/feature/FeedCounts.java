package io.messina.api.feature;

import io.messina.api.Field;
import java.util.Optional;

/**
 * What a feed has done on a node since it began there. Events that come again count again: after a
 * seek, and otherwise where their batch failed.
 *
 * @param fed events of which the feature has what they say
 * @param expired events whose item was over already, and was not stored
 * @param skipped events that say nothing that the feature could hold
 * @param passed events passed over as they had been fed before
 * @param lastSkip why the last one was skipped
 */
public record FeedCounts(
    @Field("events of which the feature has what they say") long fed,
    @Field("events whose item was over on arrival, and was not stored") long expired,
    @Field("events that say nothing that the feature could hold") long skipped,
    @Field("events passed over, as they had been fed before") long passed,
    @Field("why the last one was skipped") Optional<String> lastSkip) {

  /** Nothing. */
  public static final FeedCounts NONE = new FeedCounts(0, 0, 0, 0, Optional.empty());
}
