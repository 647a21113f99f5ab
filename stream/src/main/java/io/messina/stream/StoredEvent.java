package io.messina.stream;

import java.time.Instant;

/**
 * An event as it stands in a stream.
 *
 * @param id what it is called
 * @param event what its producer handed in
 * @param appendTime when it was appended, in whole microseconds; never before that of an earlier
 *     event of its shard
 */
public record StoredEvent(EventId id, Event event, Instant appendTime) {}
