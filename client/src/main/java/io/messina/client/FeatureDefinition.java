package io.messina.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A feature as the server knows it.
 *
 * @param entityType what has it
 * @param name what it is called
 * @param kind whether entities have a list or one value of it
 * @param valueType what all its values are
 * @param ttl how long an item or a value is there from its own time on; empty for ever
 * @param unique whether its lists show only the newest item of each value
 * @param latest the version that was last marked complete; empty text for the first one
 * @param versions all of them, the first one with an empty text
 */
public record FeatureDefinition(
    String entityType,
    String name,
    FeatureKind kind,
    ValueType valueType,
    Optional<Duration> ttl,
    boolean unique,
    String latest,
    List<String> versions) {}
