package io.messina.api.enrichment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import java.util.Optional;

/** An enrichment and its progress on all nodes. */
public record EnrichmentReport(
    @JsonUnwrapped EnrichmentDefinition definition,
    @Field("whether it follows the shards of all nodes") boolean running,
    @Field("reason why it does not run, or why a shard has stopped") Optional<String> trouble,
    @Field("events that are not in the states yet; absent if unknown") Optional<Long> lag,
    @JsonUnwrapped EnrichmentTotals totals) {}
