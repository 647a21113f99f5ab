package io.messina.server.ingest;

import io.messina.stream.Event;
import java.time.Instant;
import java.util.Optional;

/**
 * An event of a body.
 *
 * @param line its line, from 0, empty lines counted
 * @param event the event
 * @param notBefore the time at which it is appended, if that is later
 */
public record IngestedEvent(int line, Event event, Optional<Instant> notBefore) {}
