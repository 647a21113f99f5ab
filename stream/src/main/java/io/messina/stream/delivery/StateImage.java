package io.messina.stream.delivery;

import java.util.List;

/**
 * What the durable state of a group on a shard says. All events before {@code next} that no stretch
 * holds are finished; the first position held is the floor.
 *
 * @param paused nothing is handed out
 * @param run the run
 * @param claimsFrom the first claim number that a new owner may use
 * @param next where reading goes on, packed
 * @param rereadTo events of the log below may have dead letters of former runs, packed
 * @param takenAtMillis when the image was taken
 * @param log unfinished events in log order
 * @param redriven events back from the dead letters, by position
 * @param leaving finished events whose dead letters are to be deleted, ascending
 * @param acked some that were acknowledged last, ascending
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

  /** An event that is done, and the number of the claim of which it was acknowledged. */
  record Acked(long position, long claim) {}

  /** The same, where the acks do not fit. */
  StateImage withoutAcked() {
    return new StateImage(
        paused, run, claimsFrom, next, rereadTo, takenAtMillis, log, redriven, leaving, List.of());
  }

  /** Neighbouring events of which all the same is to be said. */
  record Stretch(long first, int count, int attempts, Standing standing) {

    long end() {
      return first + count;
    }
  }

  /** How an event stands. */
  sealed interface Standing {

    /** Waits to be handed out; so many of its last leases ended in silence, from 0 to 2. */
    record Waiting(int silences) implements Standing {}

    /** Waits for its next attempt. */
    record Retrying(long dueMillis) implements Standing {}

    /**
     * Is with a worker, or would be had its claim been answered; silences as for those that wait.
     */
    record Held(long claim, int leaseMillis, String worker, int silences) implements Standing {}

    /** Its dead letter was being written. */
    record GivenUp(DeadLetter.Cause cause) implements Standing {}
  }
}
