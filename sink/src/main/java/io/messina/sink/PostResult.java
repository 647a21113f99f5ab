package io.messina.sink;

import java.time.Duration;
import java.util.Optional;

/** The result of a request. */
sealed interface PostResult {

  /** All of its events were taken. */
  record Taken() implements PostResult {}

  /**
   * It tells nothing of its events: it is posted again.
   *
   * @param reason for people
   * @param pause that the answer asks for
   */
  record Again(String reason, Optional<Duration> pause) implements PostResult {}

  /**
   * One of its events will never be taken.
   *
   * @param reason for people
   */
  record Refused(String reason) implements PostResult {}
}
