package io.messina.messaging.accept;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What was decided when a message with a key was accepted first, and holds for its repeats.
 *
 * @param id of the message
 * @param digest of the request, by which another one is told from a repeat
 * @param since when
 * @param due when it leaves, if it had to wait
 * @param scheduled whether it went through the schedule of its stream, also if it did not wait:
 *     streams tell repeats from others either among what was scheduled, or among the rest
 * @param version of its template, if it has one
 */
record Decision(
    String id,
    String digest,
    Instant since,
    Optional<Instant> due,
    boolean scheduled,
    Optional<Integer> version) {

  /** For how long a key belongs to its first message. */
  static final Duration LIFETIME = Duration.ofHours(24);

  boolean isLive(Instant now) {
    return now.isBefore(since.plus(LIFETIME));
  }

  /** Whether both put the same into the same place. */
  boolean isSame(Decision other) {
    return isOf(other.digest)
        && due.equals(other.due)
        && scheduled == other.scheduled
        && version.equals(other.version);
  }

  boolean isOf(String request) {
    return digest.equals(request);
  }
}
