package io.messina.features.feed;

import java.util.Optional;

/**
 * What a feed has done on this node since it began here. Events that come again count again: as
 * passed after a seek, and otherwise where their batch failed.
 *
 * @param fed events of which the feature has what they say
 * @param expired events whose item was over already, and was not stored
 * @param skipped events that say nothing that the feature could hold
 * @param passed events passed over as they had been fed before
 * @param lastSkip why the last one was skipped
 */
public record FeedCounts(
    long fed, long expired, long skipped, long passed, Optional<String> lastSkip) {

  /** Nothing. */
  public static final FeedCounts NONE = new FeedCounts(0, 0, 0, 0, Optional.empty());
}
