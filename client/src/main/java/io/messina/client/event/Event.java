package io.messina.client.event;

import io.messina.api.EventId;
import io.messina.api.Position;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * An event of a stream.
 *
 * @param id its id in the stream
 * @param shard the shard's number
 * @param position its place in the shard
 * @param key the key by which the shard was chosen
 * @param time when it happened; if the producer did not say, when it was appended
 * @param appendTime when it was appended
 * @param headers in the order given
 * @param payload the content
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
