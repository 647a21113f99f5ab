package io.messina.stream.catalog;

import java.time.Instant;

/** Where a new group begins, or one that is sent elsewhere goes on. */
public sealed interface Start {

  /** With the oldest event that is still there. */
  record Earliest() implements Start {}

  /** Behind the newest event at that moment. */
  record Latest() implements Start {}

  /**
   * With the first event that was appended at a time or later; perhaps with a few before.
   *
   * @param time the append time
   */
  record At(Instant time) implements Start {}
}
