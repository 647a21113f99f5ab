package io.messina.client.event;

import io.messina.api.EventId;
import io.messina.api.Position;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * An event of a stream.
 *
 * @param id what it is known by in its stream
 * @param shard the shard's number
 * @param position its place in the shard
 * @param key what picked the shard
 * @param time when it happened; if the producer did not say, when it was appended
 * @param appendTime when it was appended
 * @param headers in the order given
 * @param payload what it carries
 */
public record Event(
    EventId id,
    int shard,
    Position position,
    Optional<EventKey> key,
    Instant time,
    Instant appendTime,
    Map<String, String> headers,
    Payload payload) {}
