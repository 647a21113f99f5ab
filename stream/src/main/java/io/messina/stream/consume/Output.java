package io.messina.stream.consume;

import io.messina.api.StreamName;
import io.messina.stream.Event;

/**
 * An event that comes of handling another one, and is appended before that one is acknowledged:
 * once per handled event and group, as long as the target remembers idempotency keys. Its own
 * idempotency key and source batch are left out, as it gets a key from what was handled.
 *
 * @param stream where it goes: a stream of the same cluster that remembers idempotency keys
 * @param event what is appended; with the same key, or none, each time it is made again
 */
public record Output(StreamName stream, Event event) {}
