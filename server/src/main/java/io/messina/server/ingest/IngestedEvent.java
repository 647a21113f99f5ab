package io.messina.server.ingest;

import io.messina.stream.Event;
import java.time.Instant;
import java.util.Optional;

/**
 * An event of a body.
 *
 * @param line where it stood, from 0, empty lines counted
 * @param event the event
 * @param notBefore when it is to be appended, if that is later
 */
public record IngestedEvent(int line, Event event, Optional<Instant> notBefore) {}
