package io.messina.stream.delivery;

import io.messina.api.DeathCause;
import java.util.List;

/**
 * The durable state of a group on a shard. All events before {@code next} that are in no stretch
 * are finished; the first position in a stretch is the floor.
 *
 * @param paused nothing is handed out
 * @param run the run
 * @param claimsFrom the first claim number that a new owner may use
 * @param next where reading continues, packed
 * @param rereadTo events of the log below may have dead letters from former runs, packed
 * @param takenAtMillis when the image was taken
 * @param log unfinished events in log order
 * @param redriven events back from the dead letters, by position
 * @param leaving finished events whose dead letters are to be deleted, ascending
 * @param acked some of the last acknowledged events, ascending
 */
record StateImage(
    boolean paused,
    int run,
    long claimsFrom,
    long next,
    long rereadTo,
    long takenAtMillis,
    List<Stretch> log,
    List<Stretch> redriven,
    List<Long> leaving,
    List<Acked> acked) {

  /** An acknowledged event, and the number of its claim. */
  record Acked(long position, long claim) {}

  /** A copy without the acks, which do not fit. */
  StateImage withoutAcked() {
    return new StateImage(
        paused, run, claimsFrom, next, rereadTo, takenAtMillis, log, redriven, leaving, List.of());
  }

  /** Adjacent events with the same state. */
  record Stretch(long first, int count, int attempts, Standing standing) {

    long end() {
      return first + count;
    }
  }

  /** The state of an event. */
  sealed interface Standing {

    /**
     * Waits to be handed out; {@code silences} of its last leases ended without an answer, from 0
     * to 2.
     */
    record Waiting(int silences) implements Standing {}

    /** Waits for its next attempt. */
    record Retrying(long dueMillis) implements Standing {}

    /** Is with a worker, or in a claim that is not answered yet; {@code silences} as above. */
    record Held(long claim, int leaseMillis, String worker, int silences) implements Standing {}

    /** Its dead letter was being written. */
    record GivenUp(DeathCause cause) implements Standing {}
  }
}
