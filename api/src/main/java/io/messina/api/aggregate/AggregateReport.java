package io.messina.api.aggregate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import java.util.Optional;

/** An aggregate and its progress on all nodes. */
public record AggregateReport(
    @JsonUnwrapped AggregateDefinition definition,
    @Field("whether it follows the shards of all nodes") boolean running,
    @Field("reason why it does not run, or why a shard has stopped") Optional<String> trouble,
    @Field("events that are not in the rows yet; absent if unknown") Optional<Long> lag,
    @Field("last event without a value of the right type and size, with the reason")
        Optional<String> skippedLast,
    @JsonUnwrapped AggregateTotals totals) {}
