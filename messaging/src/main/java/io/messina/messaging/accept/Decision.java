package io.messina.messaging.accept;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The decision for the first message of a key, which holds for its repeats.
 *
 * @param digest of the request, which tells another message from a repeat
 * @param since the time of the decision
 * @param due the time at which it leaves, if it had to wait
 * @param scheduled whether it was scheduled in its stream, also if it did not wait: streams
 *     recognise a repeat either among scheduled events or among the others
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
