package io.messina.stream.append;

import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.ScheduleId;
import io.messina.stream.StreamException;
import io.messina.stream.append.Schedule.Delayed;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.record.DamagedBatch;
import io.messina.stream.record.NewerBatch;
import io.messina.stream.record.RecordBatch;
import io.messina.stream.record.RecordBatchCodec;
import io.messina.stream.state.SavedState;
import io.messina.stream.state.ShardSite;
import io.messina.stream.time.Joined;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Accepts delayed events and takes them back. An event has one row; its id follows from when it is
 * due and from the producer's key where it has one, so that the same request comes to the same row.
 * It is appended under its id, whatever else was appended under the producer's key: what was
 * accepted is never dropped. Safe for use by many threads.
 */
final class DelayedEvents {

  /** How many may be under way at once. */
  static final int UNDER_WAY_MAX = 1_000;

  /** Behind which nothing is accepted. */
  private static final Instant DUE_MAX = Instant.parse("9999-12-31T23:59:59Z");

  private final ShardSite site;
  private final KeyedAppends appends;
  private final BucketMarks marks;
  private final DueRows rows;
  private final RowHolds holds = new RowHolds();
  private final DueLoop loop;
  private final Semaphore permits = new Semaphore(UNDER_WAY_MAX);
  private volatile boolean over;

  DelayedEvents(ShardSite site, SavedState saved, KeyedAppends appends) {
    this.site = site;
    this.appends = appends;
    this.marks = new BucketMarks(saved);
    this.rows = new DueRows(site);
    this.loop = new DueLoop(site, marks, rows, holds, appends);
  }

  void start() {
    site.state().add("schedule", marks);
    loop.start();
  }

  ScheduleId schedule(Event event, Instant due) {
    if (event.sourceBatch().isPresent()) {
      throw new StreamException.Refused(
          StreamException.Refused.Reason.OUT_OF_BOUNDS,
          event.sourceBatch().get() + ": delayed (expected: no events of numbered batches)");
    }
    if (due.isAfter(DUE_MAX)) {
      throw new StreamException.Refused(
          StreamException.Refused.Reason.OUT_OF_BOUNDS,
          "due: " + due + " (expected: up to " + DUE_MAX + ")");
    }
    ScheduleId id = id(event, due);
    Event keyed = keyed(event, id.toString());
    Bytes row = RecordBatchCodec.encode(new RecordBatch(site.nowMicros(), List.of(keyed)));
    Delayed delayed = new Delayed(id.due(), id.toString(), row);
    withPermit(() -> accept(delayed, keyed, event.idempotencyKey().isPresent()));
    return id;
  }

  boolean cancel(ScheduleId id) {
    if (id.streamGeneration() != site.shard().stream().generation()
        || id.shard() != site.shard().number()) {
      return false;
    }
    boolean[] cancelled = new boolean[1];
    withPermit(() -> cancelled[0] = cancelHeld(id));
    return cancelled[0];
  }

  /** Takes nothing new. What waits for a mark fails, of which nothing is stored. */
  void end() {
    over = true;
    marks.end(new NotOwnerException(site.shard()));
    loop.end();
  }

  /** Waits for all that is under way, behind {@link #end}. */
  void await() {
    permits.acquireUninterruptibly(UNDER_WAY_MAX);
    permits.release(UNDER_WAY_MAX);
    loop.await();
  }

  /** The event of a row as it is appended; none where it is damaged. */
  static Optional<Event> event(Delayed delayed) {
    return switch (RecordBatchCodec.decode(delayed.event())) {
      case RecordBatch batch -> Optional.of(keyed(batch.events().getFirst(), delayed.id()));
      case DamagedBatch _ -> Optional.empty();
      case NewerBatch newer ->
          throw new IllegalStateException(
              delayed.id() + ": version " + newer.version() + " (expected: one that is known)");
    };
  }

  private void withPermit(Runnable task) {
    if (!permits.tryAcquire()) {
      throw new StreamException.Overloaded(
          site.shard() + ": " + UNDER_WAY_MAX + " delayed events are being written already");
    }
    try {
      if (over) {
        throw new NotOwnerException(site.shard());
      }
      task.run();
    } finally {
      permits.release();
    }
  }

  private ScheduleId id(Event event, Instant due) {
    // Rounded up: never early.
    Instant millis = due.plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS);
    long number =
        event.idempotencyKey().map(EventDigest::key).orElseGet(() -> site.random().nextLong());
    return new ScheduleId(
        site.shard().stream().generation(),
        site.shard().number(),
        millis.isBefore(Instant.EPOCH) ? Instant.EPOCH : millis,
        number);
  }

  private static Event keyed(Event event, String id) {
    return InternalKeys.keyed(event, InternalKeys.DELAYED_PREFIX + id);
  }

  private void accept(Delayed delayed, Event event, boolean mayRepeat) {
    if (!delayed.due().isAfter(site.time().wall().instant())) {
      appendNow(event);
      return;
    }
    holds.take(delayed.id());
    try {
      if (!mayRepeat || !isThere(delayed, event)) {
        write(delayed, event);
      }
    } finally {
      holds.drop(delayed.id());
    }
  }

  /** Whether the same request was accepted before. */
  private boolean isThere(Delayed delayed, Event event) {
    boolean appended =
        switch (appends.known().find(event)) {
          case NEW -> false;
          case REPEAT -> true;
          case OTHER_BODY -> throw otherBody(delayed);
        };
    if (appended) {
      return true;
    }
    Optional<Event> waiting = rows.find(delayed.due(), delayed.id()).flatMap(DelayedEvents::event);
    if (waiting.isPresent() && EventDigest.body(waiting.get()) != EventDigest.body(event)) {
      throw otherBody(delayed);
    }
    return waiting.isPresent();
  }

  private static StreamException.Refused otherBody(Delayed delayed) {
    return new StreamException.Refused(
        StreamException.Refused.Reason.KEY_USED,
        "idempotency key: used for another event that is due at "
            + delayed.due()
            + " (expected: the same event as before)");
  }

  private void write(Delayed delayed, Event event) {
    while (true) {
      switch (marks.begin(delayed.due(), site.time().wall().instant())) {
        case OVER -> {
          appendNow(event);
          return;
        }
        case OPEN -> {
          put(delayed);
          return;
        }
        case UNMARKED -> {
          var marked = marks.mark(DueBuckets.bucketOf(delayed.due()));
          site.state().want();
          Joined.join(marked);
        }
      }
    }
  }

  private void put(Delayed delayed) {
    boolean written = rows.put(delayed);
    if (written) {
      marks.end(delayed.due());
      loop.added(delayed.due());
    }
    checkOwned(written);
  }

  private void checkOwned(boolean written) {
    if (!written || !site.owned().mayAcknowledge()) {
      throw new StreamException.Unknown(
          site.shard() + ": the delayed event may be stored or deleted, or not");
    }
  }

  private void appendNow(Event event) {
    Joined.join(appends.append(List.of(event), false));
  }

  private boolean cancelHeld(ScheduleId id) {
    String text = id.toString();
    if (!holds.takeUnlessAppended(text)) {
      return false;
    }
    try {
      Optional<Delayed> waiting = rows.find(id.due(), text);
      if (waiting.isEmpty()) {
        return false;
      }
      // A former owner may have appended it and not come to delete its row.
      boolean appended =
          event(waiting.get())
              .filter(event -> appends.known().find(event) == KnownKeys.Known.REPEAT)
              .isPresent();
      checkOwned(rows.delete(List.of(waiting.get())));
      return !appended;
    } finally {
      holds.drop(text);
    }
  }
}
