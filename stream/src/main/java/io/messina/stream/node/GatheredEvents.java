package io.messina.stream.node;

import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.log.RecordBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The events of one claim, as they come from several shards or owners, up to the bounds of the
 * claim. Safe for use by many threads.
 */
final class GatheredEvents {

  /** Once there are events, more are awaited only this long, because their leases are running. */
  private static final Duration MORE = Duration.ofSeconds(1);

  private final NodeTime time;
  private final int limit;
  private final long bytesMax;
  private final Mutex lock = new Mutex();
  private final List<LeasedEvent> events = new ArrayList<>(); // under the lock
  private long bytes; // under the lock
  private boolean surplus; // under the lock
  private boolean ended; // under the lock

  GatheredEvents(NodeTime time, int limit, long bytesMax) {
    this.time = time;
    this.limit = limit;
    this.bytesMax = bytesMax;
  }

  /**
   * Keeps the events that fit, and returns the others, which must be released. An owner hands out
   * one event even if it is too large for the claim.
   */
  List<ClaimedEvent> keep(List<ClaimedEvent> claimed, long untilNanos) {
    int kept = 0;
    try (var _ = lock.hold()) {
      while (kept < claimed.size() && fits(claimed.get(kept))) {
        events.add(new LeasedEvent(claimed.get(kept), untilNanos, time));
        bytes += bytes(claimed.get(kept));
        kept++;
      }
      surplus |= kept < claimed.size();
    }
    return claimed.subList(kept, claimed.size());
  }

  /** Returns the events; later ones do not fit. */
  List<LeasedEvent> end() {
    try (var _ = lock.hold()) {
      ended = true;
      return List.copyOf(events);
    }
  }

  /**
   * Waits for answers, longer while there are no events.
   *
   * @param waitsMax how many times a second, while there are none
   */
  void await(List<? extends CompletableFuture<?>> answers, int waitsMax)
      throws InterruptedException {
    CompletableFuture<Void> all =
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
    boolean answered = false;
    for (int i = 0; i < waitsMax && !answered && (i == 0 || isEmpty()); i++) {
      answered = isDone(all);
    }
  }

  private boolean isDone(CompletableFuture<Void> all) throws InterruptedException {
    CompletableFuture<Boolean> done = all.handle((_, _) -> true);
    NodeTime.Cancellation alarm = time.schedule(MORE, () -> done.complete(false));
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a wait failed", e);
    } finally {
      alarm.cancel();
    }
  }

  /** How much more is wanted. */
  record Room(int events, long bytes) {

    boolean isNone() {
      return events <= 0 || bytes <= 0;
    }

    Room part(int count) {
      return new Room(Math.max(1, events / count), Math.max(1, bytes / count));
    }

    /**
     * Whether so many events may not be all that there were: the bytes may be used up even if one
     * more event did not fit.
     */
    boolean isUsedUp(List<ClaimedEvent> claimed) {
      long size = claimed.stream().mapToLong(GatheredEvents::bytes).sum();
      return claimed.size() == events || 2 * size >= bytes;
    }
  }

  Room room() {
    try (var _ = lock.hold()) {
      return surplus ? new Room(0, 0) : new Room(limit - events.size(), bytesMax - bytes);
    }
  }

  boolean isEmpty() {
    try (var _ = lock.hold()) {
      return events.isEmpty();
    }
  }

  /** Called under the lock. */
  private boolean fits(ClaimedEvent event) {
    return !ended
        && events.size() < limit
        && (events.isEmpty() || bytes + bytes(event) <= bytesMax);
  }

  private static long bytes(ClaimedEvent event) {
    return RecordBatch.bytesAtMost(event.stored().event());
  }
}
