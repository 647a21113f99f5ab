package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.runtime.RequestException;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.log.AppendedRun;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneWriter;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.SavedPosition;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardSite;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends to one shard for its owner: each event with a key or number once, and delayed events when
 * they are due. Releases the shard if the lane closes by itself. Safe for use by many threads.
 */
public final class ShardAppender {

  private static final Logger LOG = LoggerFactory.getLogger(ShardAppender.class);

  private final ShardSite site;
  private final SavedState saved;
  private final ShardLog log;
  private final LaneWriter lane;
  private final Spans spans;
  private final Deduplication memory;
  private final KeyedAppends keyed;
  private final DelayedEvents delayed;
  private volatile long sinceMicros;
  private volatile boolean over;

  /**
   * An appender that has not started.
   *
   * @param site the shard's surroundings
   * @param saved the fenced state that the former owner left
   * @param log the shard's log, including the own lane
   * @param lane the own lane, to which nothing else appends
   */
  public ShardAppender(ShardSite site, SavedState saved, ShardLog log, LaneWriter lane) {
    this.site = site;
    this.saved = saved;
    this.log = log;
    this.lane = lane;
    this.spans = new Spans(site.shard(), log);
    this.memory = new Deduplication(saved, site.stream().options().deduplicate());
    boolean isMarked = saved.find(Section.APPEND, AppendMark.NAME).isPresent();
    this.keyed =
        new KeyedAppends(
            site, lane, spans, memory, isMarked, () -> site.context().start(this::rebuildAgain));
    this.delayed = new DelayedEvents(site, saved, log.withExpired().former(), lane, keyed);
  }

  /**
   * Starts, on threads of its own. To be called once. Events without keys or numbers can be
   * appended at once; the others wait until the log of former owners is read.
   */
  public void start() {
    sinceMicros = site.context().nowMicros();
    site.context().start(this::rebuild);
    delayed.start();
  }

  /**
   * Appends events, in their order.
   *
   * @return see {@link io.messina.stream.owner.Shard#append}. Completed by the lane's flushing
   *     thread, so dependent stages must not block
   */
  public CompletableFuture<List<AppendedSpan>> append(EventRun events) {
    if (over) {
      return CompletableFuture.failedFuture(new NotOwnerException(site.shard()));
    }
    return events.isAnyNumberedOrKeyed() && isDecided(events)
        ? keyed.append(events, false)
        : appendPlain(events);
  }

  /**
   * Accepts an event to append later. Blocks until it is durable.
   *
   * @param event the event, without the number of a batch
   * @param due when; if the time has passed, the event is appended before this returns
   * @return its id
   * @throws NotOwnerException if the shard is no longer owned: nothing was stored
   * @throws RequestException as specified in {@link io.messina.stream.owner.Shard}
   */
  public DelayedAddress schedule(Event event, Instant due) {
    return delayed.schedule(event, due);
  }

  /**
   * Cancels a delayed event. Blocks until that is durable.
   *
   * @param id its id
   * @param keyStaysUsed whether a repeat of the request that scheduled it schedules nothing
   * @return whether it was still waiting: it will not be appended. False also if it has been due
   *     for minutes and a former owner may have appended it: if none has, it will be appended
   * @throws NotOwnerException if the shard is no longer owned: nothing was done
   * @throws RequestException.Unknown if it may have been cancelled or not
   */
  public boolean cancel(DelayedAddress id, boolean keyStaysUsed) {
    return delayed.cancel(id, keyStaysUsed);
  }

  /**
   * Finds a delayed event that is still waiting.
   *
   * @param id its id
   * @return empty if there is none
   * @throws NotOwnerException if the shard is no longer owned
   */
  public Optional<Event> waiting(DelayedAddress id) {
    return delayed.waiting(id);
  }

  /**
   * Finds where a delayed event was appended.
   *
   * @param id its id
   * @return empty unless it was appended and the shard remembers its key
   * @throws NotOwnerException if the shard is no longer owned
   */
  public Optional<Position> appended(DelayedAddress id) {
    return delayed.appended(id);
  }

  /**
   * Prepares a hand-over: takes nothing new, and waits until all requests in progress are answered.
   * The next write of the state saves the marks of these appends.
   */
  public void drain() {
    over = true;
    keyed.end();
    delayed.end();
    delayed.await();
    keyed.await();
    lane.drain();
  }

  /** Ends at once, for example when the shard is lost. Requests in progress are answered. */
  public void close() {
    over = true;
    keyed.end();
    delayed.end();
    lane.close();
    keyed.abandon();
  }

  private boolean isDecided(EventRun events) {
    return events.key().isPresent()
        ? memory.heeds(events.key().get())
        : events.events().stream().anyMatch(this::isDecided);
  }

  private boolean isDecided(Event event) {
    return event.sourceBatch().isPresent()
        || (event.idempotencyKey().isPresent() && memory.heeds(event.idempotencyKey().get()));
  }

  private CompletableFuture<List<AppendedSpan>> appendPlain(EventRun events) {
    return lane.appendLater(events).handle(this::answer);
  }

  private List<AppendedSpan> answer(
      @Nullable List<AppendedRun> appended, @Nullable Throwable failure) {
    if (appended == null) {
      throw keyed.failure(Objects.requireNonNull(failure), true);
    }
    keyed.appendedAt(appended.getLast().firstAppendMicros());
    return spans.of(appended);
  }

  private void rebuild() {
    guarded(
        () -> {
          Optional<Position> mark =
              saved.find(Section.APPEND, AppendMark.NAME).map(SavedPosition::decode);
          boolean whole = reading().atTakeOver(mark);
          if (whole) {
            mark.ifPresent(_ -> keyed.mark().dueAtOnce());
            site.state().add("append", keyed.mark());
          }
          return whole;
        });
  }

  /** Reads the keys again that memory freed. */
  private void rebuildAgain() {
    guarded(() -> reading().again());
  }

  private Rebuild reading() {
    return new Rebuild(site, log, memory, spans, sinceMicros, keyed::grown);
  }

  /** Runs what reads the log, and returns false if the shard is lost. */
  private void guarded(BooleanSupplier reading) {
    try {
      if (reading.getAsBoolean()) {
        keyed.rebuilt();
      } else {
        keyed.end();
      }
    } catch (RuntimeException | Error e) {
      LOG.error("{}: the log cannot be read for keys, the shard is given up", site.shard(), e);
      site.owned().giveUp();
      keyed.end();
    }
  }
}
