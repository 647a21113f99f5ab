package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/**
 * A feed, and what it has done on the node that was asked since it began there.
 *
 * @param definition what it does
 * @param running whether it follows the shards that the node owns
 * @param trouble why it does not run, or why events of a shard are tried again and again
 * @param lag how many events of these shards it has not handled; empty if the node cannot tell
 * @param oldestUnfed when the oldest of them was appended, or if that is not known, the last one
 *     that it has handled; empty if there are none, or neither is known
 * @param counts what it has done
 */
public record FeedStatus(
    @JsonUnwrapped FeedDefinition definition,
    @Field("whether it follows the shards that this node owns") boolean running,
    @Field("why it does not run, or tries the same events again") Optional<String> trouble,
    @Field("events of the shards of this node that are not handled yet; absent if unknown")
        Optional<Long> lag,
    @Field("when the oldest of them was appended, or else the last one that was handled")
        Optional<Instant> oldestUnfed,
    @JsonUnwrapped FeedCounts counts) {}
