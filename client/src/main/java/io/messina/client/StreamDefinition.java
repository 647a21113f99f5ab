package io.messina.client;

import io.messina.api.StreamName;
import java.time.Duration;
import java.util.Optional;

/**
 * A stream as the server knows it.
 *
 * @param name what it is called
 * @param generation which creation of that name, from 1
 * @param shards how many it has
 * @param retention how long events are kept; empty for ever
 * @param deduplicate for how long idempotency keys are remembered
 * @param placement where its shards live in the database
 * @param key a JSON pointer to the key in payloads
 * @param time a JSON pointer to the event time in payloads
 * @param schema a JSON Schema that payloads must meet, as text
 */
public record StreamDefinition(
    StreamName name,
    int generation,
    int shards,
    Optional<Duration> retention,
    Duration deduplicate,
    Placement placement,
    Optional<String> key,
    Optional<String> time,
    Optional<String> schema) {}
