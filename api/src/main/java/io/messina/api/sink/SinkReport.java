package io.messina.api.sink;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import java.util.Optional;

/**
 * A sink, and how it goes on the node that was asked.
 *
 * @param definition what it does
 * @param running whether it follows the shards that the node owns
 * @param trouble why it does not run, or why a shard waits
 * @param lag how many events of these shards are not posted yet; empty if the node cannot tell
 * @param totals what it has done
 */
public record SinkReport(
    @JsonUnwrapped SinkDefinition definition,
    @Field("whether it follows the shards that this node owns") boolean running,
    @Field("why it does not run, or why a shard waits") Optional<String> trouble,
    @Field("events of the shards of this node that are not posted yet; absent if unknown")
        Optional<Long> lag,
    @JsonUnwrapped SinkTotals totals) {}
