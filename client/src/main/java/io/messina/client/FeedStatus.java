package io.messina.client;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A feed, and what it has done on the node that was asked since it began there.
 *
 * @param definition what it does
 * @param running whether it follows the shards that the node owns
 * @param trouble why it does not run, or why events are tried again and again
 * @param lag how many events of these shards it has not handled; empty where the node cannot tell
 * @param oldestUnfed when the oldest of them was appended, about; empty where there are none, or
 *     the node cannot tell
 * @param fed how many events of which the feature has what they say; repeated ones count again
 * @param expired how many events had an item that was over already, and was not stored
 * @param skipped how many events that say nothing that the feature could hold
 * @param passed how many events passed over, as they had been fed before
 * @param lastSkip why the last one was skipped
 */
public record FeedStatus(
    FeedDefinition definition,
    boolean running,
    Optional<String> trouble,
    OptionalLong lag,
    Optional<Instant> oldestUnfed,
    long fed,
    long expired,
    long skipped,
    long passed,
    Optional<String> lastSkip) {}
