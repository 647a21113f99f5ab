package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/** A feed and its progress on all nodes, since it began on each. */
public record FeedStatus(
    @JsonUnwrapped FeedDefinition definition,
    @Field("whether it follows the shards of all nodes") boolean running,
    @Field("reason why it does not run, or why it tries the same events again")
        Optional<String> trouble,
    @Field("events that are not handled yet; absent if unknown") Optional<Long> lag,
    @Field("append time of the oldest of them, or else of the last event that was handled")
        Optional<Instant> oldestUnfed,
    @JsonUnwrapped FeedCounts counts) {}
