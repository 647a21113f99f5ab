package io.messina.enrichment;

import io.messina.enrich.Applied;
import io.messina.enrich.FailedEvent;
import io.messina.stream.StoredEvent;
import java.time.Instant;

/**
 * An event that an enrichment has set aside.
 *
 * @param stored the event
 * @param cause which step failed
 * @param applied whether the state has it
 * @param attempts how many requests failed in a row; 0 if none was sent
 * @param error what the last one said, at most 1,000 characters
 * @param died when it was set aside
 */
public record EnrichmentDeadLetter(
    StoredEvent stored,
    FailedEvent.Cause cause,
    Applied applied,
    int attempts,
    String error,
    Instant died) {

  private static final int ERROR_CHARS_MAX = 1_000;

  /** Cuts the error. */
  public EnrichmentDeadLetter {
    error = error.length() <= ERROR_CHARS_MAX ? error : error.substring(0, ERROR_CHARS_MAX);
  }
}
