package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.runtime.Futures;
import io.messina.runtime.Micros;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.append.Schedule.Delayed;
import io.messina.stream.log.DecodedBatch.DamagedBatch;
import io.messina.stream.log.DecodedBatch.NewerBatch;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneWriter;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.RecordBatchCodec;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.ShardSite;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Accepts and cancels delayed events. An event has one row. Its id is computed from its due time
 * and the producer's idempotency key, if it has one. While the stream remembers keys, the key also
 * leads to the id, so that a repeated request finds the same row, even if it names another time.
 * The event is appended under its id, whatever else was appended under the producer's key: an
 * accepted event is never dropped. Safe for use by many threads.
 */
final class DelayedEvents {

  /** The most requests in progress at once. */
  static final int UNDER_WAY_MAX = 1_000;

  /** The latest due time. */
  private static final Instant DUE_MAX = Instant.parse("9999-12-31T23:59:59Z");

  private final ShardSite site;
  private final LaneWriter lane;
  private final KeyedAppends appends;
  private final DueBuckets buckets;
  private final DueRows rows;
  private final KeyTable keys;
  private final RowHolds holds = new RowHolds();
  private final DueLoop loop;
  private final Semaphore permits = new Semaphore(UNDER_WAY_MAX);
  private volatile boolean over;

  /**
   * @param former what former owners appended
   * @param lane the own lane
   */
  DelayedEvents(
      ShardSite site, SavedState saved, ShardLog former, LaneWriter lane, KeyedAppends appends) {
    this.site = site;
    this.lane = lane;
    this.appends = appends;
    this.buckets = new DueBuckets(saved);
    this.rows = new DueRows(site);
    this.keys = new KeyTable(site);
    this.loop = new DueLoop(site, buckets, rows, holds, former, lane, appends);
  }

  void start() {
    site.state().add("schedule", buckets);
    loop.wake();
  }

  DelayedAddress schedule(Event event, Instant due) {
    if (event.sourceBatch().isPresent()) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.OUT_OF_BOUNDS,
          event.sourceBatch().get() + ": delayed (expected: no events of numbered batches)");
    }
    if (due.isAfter(DUE_MAX)) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.OUT_OF_BOUNDS,
          "due: " + due + " (expected: up to " + DUE_MAX + ")");
    }
    return withPermit(() -> accepted(event, id(event, due)));
  }

  boolean cancel(DelayedAddress id, boolean keyStaysUsed) {
    return isOfThis(id)
        && withPermit(() -> holds.holding(keyOf(id), () -> cancelHeld(id, keyStaysUsed)));
  }

  /** The event of an id, if it is still waiting. */
  Optional<Event> waiting(DelayedAddress id) {
    return isOfThis(id)
        ? rows.find(id.due(), id.toString()).flatMap(DelayedEvents::event)
        : Optional.empty();
  }

  /** Where the event of an id was appended, as long as that is remembered. */
  Optional<Position> appended(DelayedAddress id) {
    return isOfThis(id)
        ? appends.known(InternalKeys.DELAYED_PREFIX + id).map(IdempotencyWindow.Known::position)
        : Optional.empty();
  }

  private boolean isOfThis(DelayedAddress id) {
    return id.streamGeneration() == site.shard().stream().generation()
        && id.shard() == site.shard().number();
  }

  /** Takes no new requests. Those that wait for a mark fail; nothing of them is stored. */
  void end() {
    over = true;
    buckets.fail(new NotOwnerException(site.shard()));
    loop.end();
  }

  /** Waits for all requests in progress; called after {@link #end}. */
  void await() {
    permits.acquireUninterruptibly(UNDER_WAY_MAX);
    permits.release(UNDER_WAY_MAX);
    loop.await();
  }

  /** Decodes the event of a row as it is appended; empty if it is damaged. */
  static Optional<Event> event(Delayed delayed) {
    return switch (RecordBatchCodec.decode(delayed.event())) {
      case RecordBatch batch -> Optional.of(keyed(batch.event(0), delayed.id()));
      case DamagedBatch _ -> Optional.empty();
      case NewerBatch newer ->
          throw new IllegalStateException(
              delayed.id() + ": version " + newer.version() + " (expected: one that is known)");
    };
  }

  private <T> T withPermit(Supplier<T> task) {
    if (!permits.tryAcquire()) {
      throw new RequestException.Overloaded(
          site.shard() + ": " + UNDER_WAY_MAX + " delayed events are being written already");
    }
    try {
      if (over) {
        throw new NotOwnerException(site.shard());
      }
      return task.get();
    } finally {
      permits.release();
    }
  }

  private DelayedAddress id(Event event, Instant due) {
    // Rounded up, so that the event is never early.
    Instant millis = due.plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS);
    long number =
        event
            .idempotencyKey()
            .map(EventDigest::key)
            .orElseGet(() -> site.context().random().nextLong());
    return new DelayedAddress(
        site.shard().stream().generation(),
        site.shard().number(),
        millis.isBefore(Instant.EPOCH) ? Instant.EPOCH : millis,
        number);
  }

  private static Event keyed(Event event, String id) {
    return InternalKeys.keyed(event, InternalKeys.DELAYED_PREFIX + id);
  }

  private DelayedAddress accepted(Event event, DelayedAddress id) {
    if (event.idempotencyKey().isEmpty()) {
      accept(event, id);
      return id;
    }
    return holds.holding(
        keyOf(id),
        () -> {
          KeyTable.Accepted first = first(event, id);
          if (!first.withdrawn()) {
            accept(event, first.id());
          }
          return first.id();
        });
  }

  /** What is held beside an id, and always before it. */
  private static String keyOf(DelayedAddress id) {
    return Long.toString(id.number());
  }

  /** What became of the event when its key was first used. */
  private KeyTable.Accepted first(Event event, DelayedAddress id) {
    KeyTable.Accepted fresh = new KeyTable.Accepted(id, EventDigest.body(event), false);
    if (!keys.remembersDelayed()) {
      return fresh;
    }
    if (appends.known(event.idempotencyKey().orElseThrow()).isPresent()) {
      throw used("was not delayed");
    }
    Optional<KeyTable.Accepted> known = keys.accepted(id);
    if (known.isEmpty()) {
      // Still the owner after this write, so every later owner finds the row.
      checkOwned(keys.accept(id, fresh.body()));
      return fresh;
    }
    if (known.get().body() != fresh.body()) {
      throw used("is due at " + known.get().id().due());
    }
    return known.get();
  }

  private void accept(Event event, DelayedAddress id) {
    Event keyed = keyed(event, id.toString());
    Bytes row =
        RecordBatchCodec.encode(new RecordBatch(site.context().nowMicros(), List.of(keyed)));
    Delayed delayed = new Delayed(id.due(), id.toString(), row);
    boolean mayRepeat = event.idempotencyKey().isPresent();
    holds.holding(
        delayed.id(),
        () -> {
          if (!(mayRepeat && isThere(delayed, keyed)) && !isPut(delayed)) {
            appendNow(delayed, keyed, mayRepeat);
          }
          return true;
        });
  }

  /** Whether the same request was accepted before. */
  private boolean isThere(Delayed delayed, Event event) {
    Optional<Integer> appended = known(event);
    Optional<Integer> body =
        appended.isPresent()
            ? appended
            : rows.find(delayed.due(), delayed.id())
                .flatMap(DelayedEvents::event)
                .map(EventDigest::body);
    if (body.isPresent() && body.get() != EventDigest.body(event)) {
      throw used("is due at " + delayed.due());
    }
    return body.isPresent();
  }

  /** The hash of the event that was appended under the key of an event. */
  private Optional<Integer> known(Event event) {
    return appends.known(event.idempotencyKey().orElseThrow()).map(IdempotencyWindow.Known::body);
  }

  private static RequestException.Refused used(String how) {
    return new RequestException.Refused(
        RequestException.Refused.Reason.KEY_USED,
        "idempotency key: used for another event, which "
            + how
            + " (expected: the same request as before)");
  }

  /** Puts an event into the schedule. Returns false if it is already due. */
  private boolean isPut(Delayed delayed) {
    while (delayed.due().isAfter(site.context().time().wall().instant())) {
      switch (buckets.begin(delayed.due(), site.context().time().wall().instant())) {
        case OVER -> {
          return false;
        }
        case OPEN -> {
          put(delayed);
          return true;
        }
        case UNMARKED -> {
          var marked = buckets.mark(DueBuckets.bucketOf(delayed.due()));
          site.state().want();
          Futures.join(marked);
        }
      }
    }
    return false;
  }

  private void put(Delayed delayed) {
    boolean written = rows.put(delayed);
    if (written) {
      buckets.end(delayed.due());
      loop.added(delayed.due());
    }
    checkOwned(written);
  }

  private void checkOwned(boolean written) {
    if (!written || !site.owned().mayAcknowledge()) {
      throw new RequestException.Unknown(
          site.shard() + ": the delayed event may be stored or deleted, or not");
    }
  }

  private void appendNow(Delayed delayed, Event event, boolean mayRepeat) {
    if (mayRepeat && buckets.isOpen(delayed.due())) {
      // Shadows a row that a former owner's pending request may still write.
      checkOwned(rows.delete(List.of(delayed)));
    }
    lane.notBefore(Micros.of(delayed.due()));
    Futures.join(appends.append(EventRun.of(List.of(event)), false));
  }

  private boolean cancelHeld(DelayedAddress id, boolean keyStaysUsed) {
    return holds
        .holdingUnlessAppended(id.toString(), () -> isCancelled(id, keyStaysUsed))
        .orElse(false);
  }

  private boolean isCancelled(DelayedAddress id, boolean keyStaysUsed) {
    Optional<Delayed> waiting = rows.find(id.due(), id.toString());
    if (waiting.isEmpty()) {
      return keyStaysUsed && isWithdrawn(id); // again, as an answer may have been lost
    }
    // A former owner may have appended it without having deleted its row.
    Optional<Event> event = event(waiting.get());
    boolean appended = event.filter(this::isAppended).isPresent();
    if (!appended && loop.formerly().mayHold(id.due())) {
      // The loop finds out, and appends it if no owner has.
      return false;
    }
    checkOwned(
        (appended || isSettled(id, event, keyStaysUsed)) && rows.delete(List.of(waiting.get())));
    return !appended;
  }

  /** Says what becomes of the key of a cancelled event. Returns whether that is durable. */
  private boolean isSettled(DelayedAddress id, Optional<Event> cancelled, boolean keyStaysUsed) {
    return cancelled
        .filter(_ -> keyStaysUsed && keys.remembersDelayed())
        .map(event -> keys.withdraw(id, EventDigest.body(event)))
        .orElseGet(() -> keys.forget(id));
  }

  private boolean isWithdrawn(DelayedAddress id) {
    return keys.accepted(id)
        .filter(accepted -> accepted.withdrawn() && accepted.id().equals(id))
        .isPresent();
  }

  private boolean isAppended(Event event) {
    return known(event).filter(body -> body == EventDigest.body(event)).isPresent();
  }
}
