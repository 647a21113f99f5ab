package io.messina.client;

import java.util.Optional;

/**
 * A feed, and what it has done on the node that was asked since it began there.
 *
 * @param definition what it does
 * @param fed how many events of which the feature has what they say; repeated ones count again
 * @param skipped how many events that say nothing that the feature could hold
 * @param passed how many events passed over, as they had been fed before and are older than the
 *     store remembers removals
 * @param lastSkip why the last one was skipped
 */
public record FeedStatus(
    FeedDefinition definition, long fed, long skipped, long passed, Optional<String> lastSkip) {}
