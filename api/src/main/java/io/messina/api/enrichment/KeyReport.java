package io.messina.api.enrichment;

import io.messina.api.Field;
import io.messina.api.Json;
import io.messina.api.Position;
import java.util.Optional;

/** The state of a key, and why it waits, if it does. */
public record KeyReport(
    @Field("key of the events") String key,
    @Field("generation of the enrichment that made the state") int generation,
    @Field("fields that have a value; absent if no event of the key was applied yet")
        Optional<Json> state,
    @Field("position of the last event in the state, in the shard of the key")
        Optional<Position> position,
    @Field(
            "work of the owner on events of the key that are not in the state yet; absent if there"
                + " are none")
        Optional<KeyWait> waiting) {}
