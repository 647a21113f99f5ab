package io.messina.api.aggregate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import java.util.Optional;

/**
 * An aggregate, and how it goes on the node that was asked.
 *
 * @param definition what it makes
 * @param running whether it follows the shards that the node owns
 * @param trouble why it does not run, or why a shard stands still
 * @param lag how many events of these shards are not in the rows yet; empty if the node cannot tell
 * @param skippedLast the last event that did not fit since the node runs it, and why
 * @param totals what it has done
 */
public record AggregateReport(
    @JsonUnwrapped AggregateDefinition definition,
    @Field("whether it follows the shards that this node owns") boolean running,
    @Field("why it does not run, or why a shard stands still") Optional<String> trouble,
    @Field("events of the shards of this node that are not in the rows yet; absent if unknown")
        Optional<Long> lag,
    @Field("the last event without a value of the right type and size, and what is wrong with it")
        Optional<String> skippedLast,
    @JsonUnwrapped AggregateTotals totals) {}
