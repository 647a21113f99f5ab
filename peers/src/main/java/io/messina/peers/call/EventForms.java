package io.messina.peers.call;

import io.messina.api.AttemptError;
import io.messina.api.Checks;
import io.messina.api.DeathCause;
import io.messina.api.Position;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import io.messina.runtime.Micros;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.ClaimedFrom;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The forms of events: the bytes that are in the rows of a log, and the values of the other columns
 * of these rows.
 *
 * <pre>
 *   run      idempotency key of all, optional · count · base second · length · events
 *   stored   count; if there are any: generation of the stream · shard · run · for each: position,
 *            behind the one before · segment · append time in microseconds, behind the one before
 *   claimed  stored · for each: attempt · generation and run of the group · claim · redriven · suspect
 *   dead     stored · for each: run · cause · attempts · failures · time of death
 * </pre>
 */
final class EventForms {

  /** The most bytes of the failures in one answer, about; the rest is asked for again. */
  static final int FAILURE_BYTES_MAX = 8 << 20;

  /** Events to append; all are checked. */
  static final Form<EventRun> RUN = new Form<>(EventForms::putRun, in -> takeRun(in).validated());

  static final Form<Event> EVENT =
      Form.of(
          new Form<>(EventForms::putRun, EventForms::takeRun),
          event -> EventRun.of(List.of(event)),
          run -> run.events().getFirst());

  static final Form<List<StoredEvent>> STORED =
      new Form<>(EventForms::putStored, EventForms::takeStored);

  static final Form<Optional<StoredEvent>> STORED_OR_NONE =
      Form.of(STORED, stored -> stored.stream().toList(), stored -> stored.stream().findFirst());

  /** Waiting, appended. */
  static final Form<ScheduledEvent> SCHEDULED =
      new Form<>(
          (out, scheduled) -> {
            switch (scheduled) {
              case ScheduledEvent.Waiting(Event event) -> {
                out.putByte(0);
                EVENT.put(out, event);
              }
              case ScheduledEvent.Appended(StoredEvent stored) -> {
                out.putByte(1);
                putStored(out, List.of(stored));
              }
            }
          },
          in ->
              Forms.takeInt(in, 1) == 0
                  ? new ScheduledEvent.Waiting(EVENT.take(in))
                  : new ScheduledEvent.Appended(only(takeStored(in))));

  static final Form<EventPage> PAGE =
      Form.of(
          STORED,
          EventPage::events,
          Forms.POSITION,
          EventPage::next,
          Forms.RUN,
          EventPage::run,
          Forms.POSITION.list(),
          EventPage::gaps,
          EventPage::new);

  static final Form<List<ClaimedEvent>> CLAIMED =
      new Form<>(EventForms::putClaimed, EventForms::takeClaimed);

  /** Events of several shards: a list for each part of one shard. */
  static final Form<ClaimedFrom> CLAIMED_FROM =
      Form.of(
          CLAIMED.list(),
          claimed -> byShard(claimed.events()),
          Forms.COUNT.list(),
          ClaimedFrom::away,
          (parts, away) -> new ClaimedFrom(parts.stream().flatMap(List::stream).toList(), away));

  static final Form<List<DeadEvent>> DEAD = new Form<>(EventForms::putDead, EventForms::takeDead);

  private static final Form<List<AttemptError>> FAILURES = Forms.ATTEMPT_ERROR.list();

  private EventForms() {}

  private static void putRun(GrowingBytes out, EventRun run) {
    Forms.TEXT.optional().put(out, run.key());
    out.putVarint(run.count());
    Forms.LONG.put(out, run.baseSeconds());
    out.putVarint(run.bytes());
    int at = out.length();
    out.skip(run.bytes());
    run.copyTo(out.array(), at);
  }

  /** Nothing but the number of the events is checked; decoding them does so. */
  private static EventRun takeRun(BoundedBytes in) {
    Optional<String> key = Forms.TEXT.optional().take(in);
    key.ifPresent(text -> Checks.text("idempotency key", text, Event.IDEMPOTENCY_KEY_CHARS_MAX));
    int count = Forms.takeCount(in);
    Checks.that(count > 0, "events", count, "from 1");
    long baseSeconds = Forms.LONG.take(in);
    EventRun run =
        in.takeRange(
            in.takeLength(),
            (array, from, to) -> EventRun.encoded(array, from, to, count, baseSeconds));
    return key.map(run::withKey).orElse(run);
  }

  private static void putStored(GrowingBytes out, List<StoredEvent> events) {
    out.putVarint(events.size());
    if (events.isEmpty()) {
      return;
    }
    EventAddress first = events.getFirst().id();
    out.putVarint(first.streamGeneration());
    out.putVarint(first.shard());
    putRun(out, EventRun.of(events.stream().map(StoredEvent::event).toList()));
    long position = 0;
    long micros = 0;
    for (StoredEvent event : events) {
      long nextPosition = event.id().position().packed();
      long nextMicros = Micros.of(event.appendTime());
      Forms.LONG.put(out, nextPosition - position);
      out.putVarint(event.id().segment());
      Forms.LONG.put(out, nextMicros - micros);
      position = nextPosition;
      micros = nextMicros;
    }
  }

  private static List<StoredEvent> takeStored(BoundedBytes in) {
    int count = Forms.takeCount(in);
    if (count == 0) {
      return List.of();
    }
    int generation = Forms.COUNT.take(in);
    int shard = Forms.COUNT.take(in);
    List<Event> events = takeRun(in).events();
    Checks.between("events", events.size(), count, count);
    List<StoredEvent> stored = new ArrayList<>(count);
    long position = 0;
    long micros = 0;
    for (Event event : events) {
      position += Forms.LONG.take(in);
      int segment = Forms.COUNT.take(in);
      micros += Forms.LONG.take(in);
      EventAddress id = new EventAddress(generation, shard, segment, Position.unpack(position));
      stored.add(new StoredEvent(id, event, Micros.toInstant(micros)));
    }
    return stored;
  }

  private static StoredEvent only(List<StoredEvent> stored) {
    Checks.between("events", stored.size(), 1, 1);
    return stored.getFirst();
  }

  private static void putClaimed(GrowingBytes out, List<ClaimedEvent> claimed) {
    putStored(out, claimed.stream().map(ClaimedEvent::stored).toList());
    for (ClaimedEvent each : claimed) {
      ClaimAddress receipt = each.receipt();
      Forms.INT.put(out, each.attempt());
      out.putVarint(receipt.groupGeneration());
      out.putVarint(receipt.run());
      out.putVarint(receipt.claim());
      Forms.FLAG.put(out, each.redriven());
      Forms.FLAG.put(out, each.suspect());
    }
  }

  private static List<List<ClaimedEvent>> byShard(List<ClaimedEvent> claimed) {
    List<List<ClaimedEvent>> parts = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= claimed.size(); i++) {
      if (i == claimed.size()
          || claimed.get(i).receipt().shard() != claimed.get(from).receipt().shard()) {
        parts.add(claimed.subList(from, i));
        from = i;
      }
    }
    return parts;
  }

  private static List<ClaimedEvent> takeClaimed(BoundedBytes in) {
    List<StoredEvent> stored = takeStored(in);
    List<ClaimedEvent> claimed = new ArrayList<>(stored.size());
    for (StoredEvent each : stored) {
      int attempt = Forms.INT.take(in);
      ClaimAddress receipt =
          new ClaimAddress(
              each.id().streamGeneration(),
              Forms.COUNT.take(in),
              Forms.COUNT.take(in),
              each.id().shard(),
              each.id().position(),
              in.takeVarint());
      claimed.add(
          new ClaimedEvent(each, attempt, receipt, Forms.FLAG.take(in), Forms.FLAG.take(in)));
    }
    return claimed;
  }

  private static void putDead(GrowingBytes out, List<DeadEvent> all) {
    List<DeadEvent> dead = all.subList(0, fitting(all));
    putStored(out, dead.stream().map(DeadEvent::stored).toList());
    for (DeadEvent each : dead) {
      DeadLetter letter = each.letter();
      out.putVarint(letter.run());
      Forms.DEATH_CAUSE.put(out, letter.cause());
      Forms.INT.put(out, letter.attempts());
      FAILURES.put(out, letter.failures());
      Forms.INSTANT.put(out, each.died());
    }
  }

  /** How many dead letters are answered at once: one at least, if there are any. */
  private static int fitting(List<DeadEvent> dead) {
    long bytes = 0;
    int fitting = 0;
    while (fitting < dead.size() && bytes < FAILURE_BYTES_MAX) {
      for (AttemptError failure : dead.get(fitting).letter().failures()) {
        bytes += 3L * failure.error().length();
      }
      fitting++;
    }
    return fitting;
  }

  private static List<DeadEvent> takeDead(BoundedBytes in) {
    List<StoredEvent> stored = takeStored(in);
    List<DeadEvent> dead = new ArrayList<>(stored.size());
    for (StoredEvent each : stored) {
      long position = each.id().position().packed();
      int run = Forms.COUNT.take(in);
      DeathCause cause = Forms.DEATH_CAUSE.take(in);
      int attempts = Forms.INT.take(in);
      List<AttemptError> failures = FAILURES.take(in);
      Instant died = Forms.INSTANT.take(in);
      dead.add(new DeadEvent(each, new DeadLetter(position, run, cause, attempts, failures), died));
    }
    return dead;
  }
}
