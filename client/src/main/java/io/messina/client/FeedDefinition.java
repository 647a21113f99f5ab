package io.messina.client;

import java.util.Optional;

/**
 * A feed as the server knows it.
 *
 * @param name what it is called
 * @param generation which creation of that name, from 1
 * @param stream whose events feed the feature
 * @param entityType what has the feature
 * @param feature what the feature is called
 * @param version which version is fed; empty text for the first one
 * @param entity a JSON pointer to the entity's id in payloads
 * @param value a JSON pointer to the value
 * @param time a JSON pointer to the time; empty for the event's own
 */
public record FeedDefinition(
    String name,
    int generation,
    StreamName stream,
    String entityType,
    String feature,
    String version,
    String entity,
    String value,
    Optional<String> time) {}
