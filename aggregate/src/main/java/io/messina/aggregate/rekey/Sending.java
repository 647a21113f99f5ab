package io.messina.aggregate.rekey;

import io.messina.aggregate.Origin;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.state.Gaps;
import io.messina.aggregate.state.SourceTime;
import io.messina.api.Position;
import io.messina.runtime.NodeTime;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.ShardTask;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sends the members of one shard, batch after batch, until something fails:
 *
 * <ol>
 *   <li>The end of a batch is committed durably, in one note with the position where it begins.
 *   <li>Its members are sent, under the number that is its end.
 *   <li>Once all are stored, the note moves on with the next commit.
 * </ol>
 *
 * <p>So a sender that begins at a note knows the end of a batch that may have been sent, and sends
 * the very same one, of which the stream of members takes only the members that it lacks. Where
 * somebody moves the group, that changes nothing: the note has the position.
 *
 * <p>In between it tells its progress to all shards of that stream, as they may have no member from
 * this one for long. For one thread.
 */
final class Sending implements ShardTask {

  private static final int PAGE_EVENTS = 10_000;

  /** After this time without an event, no shard waits for this one. */
  static final Duration QUIET = Duration.ofMinutes(1);

  /**
   * The shortest time between two words of a shard, for up to 16 shards; by more of them as much
   * less often.
   */
  static final Duration WORD = Duration.ofSeconds(5);

  private static final int WORD_SHARDS = 16;

  private final SenderSite site;
  private final ShardId shard;
  private final OwnGroup own;
  private final NodeTime time;
  private final long wordNanos;
  private volatile SendNote note;
  private OptionalInt run; // of the group, in which it reads
  private boolean isMoved; // by a seek, so that an empty page does not mean the end
  private @Nullable SourceTime told;
  private long toldNanos;
  private long lastEventNanos;

  /** Continues where the note says, once that is durable. */
  Sending(SenderSite site, ShardId shard, OwnGroup own) {
    this.site = site;
    this.shard = shard;
    this.own = own;
    this.time = site.context().time();
    this.wordNanos = WORD.toNanos() * Math.max(1, site.markKeys().size() / WORD_SHARDS);
    this.note = SendNote.parse(own.committed().note());
    this.run = own.committed().run();
    this.lastEventNanos = time.nanoTime();
    publish();
  }

  /** Returns the note of all that was sent; for any thread. */
  SendNote note() {
    return note;
  }

  /**
   * Reads the events that are sent next: if a batch was begun, all of it.
   *
   * @param wait the longest wait for an event
   */
  @Override
  public EventPage read(Duration wait) {
    isMoved = false;
    EventPage page = readOn(Position.unpack(note.next()), wait);
    while (note.isBegun() && page.next().packed() < note.end()) {
      EventPage more = readOn(page.next(), wait);
      page =
          new EventPage(
              Stream.concat(page.events().stream(), more.events().stream()).toList(),
              more.next(),
              run,
              Stream.concat(page.gaps().stream(), more.gaps().stream()).toList());
      if (!own.mayAcknowledge()) {
        throw new NotOwnerException(shard);
      }
    }
    return page;
  }

  private EventPage readOn(Position from, Duration wait) {
    EventPage page = own.readAfter(new Commit(from, run), PAGE_EVENTS, wait);
    if (page.run().equals(run)) {
      return page;
    }
    run = page.run();
    isMoved = true;
    return new EventPage(List.of(), from);
  }

  /** Sends a page as it was read, or the begun batch at its beginning. */
  @Override
  public boolean handle(EventPage page) {
    if (!own.committed().note().equals(note.toString())) {
      publish(); // somebody has moved the group, and taken its note
    }
    boolean isAtEnd = page.next().packed() <= note.next() && !isMoved;
    if (page.next().packed() > note.next()) {
      sendBatch(page);
    }
    tell(isAtEnd);
    return true;
  }

  private void sendBatch(EventPage page) {
    boolean again = note.isBegun();
    if (!again) {
      note = note.begun(page.next().packed());
      publish();
    }
    List<StoredEvent> events =
        page.events().stream()
            .filter(event -> event.id().position().packed() < note.end())
            .toList();
    List<Position> gaps = gaps(page);
    if (!gaps.isEmpty()) {
      tellOfLoss(gaps.getLast(), events);
    }
    MemberBatch batch =
        MemberBatch.of(site.job(), shard.number(), note, events, site.trouble().guard());
    if (!batch.unfit().isEmpty()) {
      site.job().skipped().give(batch.unfit());
    }
    append(again && !gaps.isEmpty() ? batch.unnumbered() : batch.members());
    if (!events.isEmpty()) {
      lastEventNanos = time.nanoTime();
    }
    note = batch.after().lost(gaps.size());
    own.commitLater(commit(Position.unpack(note.next())));
  }

  /** Durably, also after a seek of the group to any position. */
  private void publish() {
    while (true) {
      own.commit(commit(Position.START));
      if (own.committed().note().equals(note.toString())) {
        return;
      }
    }
  }

  /** In the present run of the group, whose position is for people to see. */
  private Commit commit(Position reached) {
    Commit last = own.committed();
    Position position = reached.compareTo(last.position()) > 0 ? reached : last.position();
    return new Commit(position, last.run(), note.toString());
  }

  private List<Position> gaps(EventPage page) {
    return page.gaps().stream()
        .filter(gap -> gap.packed() > note.next() && gap.packed() <= note.end())
        .toList();
  }

  /**
   * No event can be lost that is older than the earliest window in time before the gap; nor one
   * that is later than the latest time of the next event.
   */
  private void tellOfLoss(Position gap, List<StoredEvent> events) {
    WindowOptions options = site.job().windows();
    long watermark = note.watermarkMillis();
    long from =
        watermark == Long.MIN_VALUE
            ? Long.MIN_VALUE
            : options.windows().firstOpen(watermark - options.lateness().toMillis());
    Instant appended =
        events.stream()
            .filter(event -> event.id().position().compareTo(gap) >= 0)
            .findFirst()
            .map(StoredEvent::appendTime)
            .orElseGet(time.wall()::instant);
    long to = appended.plus(options.ahead()).toEpochMilli() + 1;
    Origin.Lost lost = new Origin.Lost(new Gaps.Span(from, Math.max(from, to)));
    toAll(MemberEvents.lost(shard.number(), lost));
  }

  private void tell(boolean isAtEnd) {
    long now = time.nanoTime();
    boolean rests = isAtEnd && now - lastEventNanos >= QUIET.toNanos();
    SourceTime reached = new SourceTime(note.next(), note.watermarkMillis(), rests);
    if (reached.equals(told) || (told != null && now - toldNanos < wordNanos)) {
      return;
    }
    toAll(MemberEvents.mark(new Origin.Mark(shard.number(), reached)));
    told = reached;
    toldNanos = now;
  }

  private void toAll(Bytes word) {
    append(site.markKeys().stream().map(key -> Event.builder(word).key(key).build()).toList());
  }

  private void append(List<Event> events) {
    if (!own.mayAcknowledge()) {
      throw new NotOwnerException(shard);
    }
    if (!events.isEmpty()) {
      site.target().accept(events);
    }
  }
}
