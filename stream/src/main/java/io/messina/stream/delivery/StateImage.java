package io.messina.stream.delivery;

import io.messina.api.DeathCause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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

    /** The fewest stretches for events in their order. */
    static List<Stretch> of(List<Entry> entries, long takenAtMillis) {
      List<Stretch> stretches = new ArrayList<>();
      int end;
      for (int at = 0; at < entries.size(); at = end) {
        Stretch first = of(entries.get(at), takenAtMillis);
        end = at + 1;
        while (end < entries.size() && first.isLike(entries.get(end), end - at, takenAtMillis)) {
          end++;
        }
        stretches.add(new Stretch(first.first, end - at, first.attempts, first.standing));
      }
      return stretches;
    }

    private boolean isLike(Entry entry, int distance, long takenAtMillis) {
      return entry.position == first + distance
          && entry.attempts == attempts
          && standing.equals(Standing.of(entry, takenAtMillis));
    }

    private static Stretch of(Entry entry, long takenAtMillis) {
      return new Stretch(entry.position, 1, entry.attempts, Standing.of(entry, takenAtMillis));
    }

    /** One stretch for each event, by position. */
    static List<Stretch> singles(Collection<Entry> entries, long takenAtMillis) {
      return entries.stream()
          .map(entry -> of(entry, takenAtMillis))
          .sorted(Comparator.comparingLong(Stretch::first))
          .toList();
    }

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

    /** The standing of an event; a retry that is overdue is due now. */
    static Standing of(Entry entry, long nowMillis) {
      return switch (entry.phase) {
        case BLOCKED, READY -> new Waiting(entry.silences);
        case RETRY -> new Retrying(Math.max(nowMillis, entry.dueMillis));
        case CLAIMED, OUT -> new Held(entry.claim, entry.leaseMillis, entry.worker, entry.silences);
        case GIVEN_UP -> new GivenUp(entry.cause);
        case FINISHED -> throw new IllegalStateException("a finished event has no standing");
      };
    }
  }
}
