package io.messina.api.enrichment;

import io.messina.api.Field;
import io.messina.api.Json;
import io.messina.api.Position;
import java.util.Optional;

/**
 * The state of a key, and why it waits, if it does.
 *
 * @param key of events
 * @param generation of the enrichment that has made it
 * @param state its fields; empty if no event of the key was applied yet
 * @param position of the last event that it includes, in the shard of the key
 * @param waiting what the node that was asked does with events of the key; empty if it has none
 */
public record KeyReport(
    @Field("the key of the events") String key,
    @Field("the generation of the enrichment that has made it") int generation,
    @Field("the fields that have a value; absent if no event of the key was applied yet")
        Optional<Json> state,
    @Field("the position of the last event that it includes, in the shard of the key")
        Optional<Position> position,
    @Field("what this node does with events of the key that are not in it yet")
        Optional<KeyWait> waiting) {}
