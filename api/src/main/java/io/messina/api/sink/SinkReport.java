package io.messina.api.sink;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import java.util.Optional;

/** A sink and its progress on all nodes. */
public record SinkReport(
    @JsonUnwrapped SinkDefinition definition,
    @Field("whether it follows the shards of all nodes") boolean running,
    @Field("reason why it does not run, or why a shard waits") Optional<String> trouble,
    @Field("events that are not posted yet; absent if unknown") Optional<Long> lag,
    @JsonUnwrapped SinkTotals totals) {}
