package io.messina.stream;

import java.time.Instant;

/**
 * An event in a stream.
 *
 * @param id its id
 * @param event from its producer
 * @param appendTime when it was appended, in whole microseconds; never before that of an earlier
 *     event of its shard
 */
public record StoredEvent(EventAddress id, Event event, Instant appendTime) {}
