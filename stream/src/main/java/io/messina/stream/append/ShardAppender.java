package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.stream.Event;
import io.messina.stream.ScheduleId;
import io.messina.stream.StreamException;
import io.messina.stream.lane.AppendException;
import io.messina.stream.lane.Appended;
import io.messina.stream.lane.AppendedRun;
import io.messina.stream.lane.LaneWriter;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.peer.AppendedSpan;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.SavedState;
import io.messina.stream.state.Section;
import io.messina.stream.state.ShardSite;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends to one shard for its owner: once what has a key or a number, later what is delayed. Gives
 * the shard up where the lane closes by itself. Safe for use by many threads.
 */
public final class ShardAppender {

  private static final Logger LOG = LoggerFactory.getLogger(ShardAppender.class);

  private final ShardSite site;
  private final SavedState saved;
  private final ShardLog log;
  private final LaneWriter lane;
  private final Spans spans;
  private final DeduplicationState memory;
  private final AppendState state;
  private final KeyedAppends keyed;
  private final DelayedEvents delayed;
  private volatile long sinceMicros;
  private volatile boolean over;

  /**
   * An appender that has not begun.
   *
   * @param site what it works with
   * @param saved the fenced state as the former owner left it
   * @param log the shard's log, the own lane included
   * @param lane the own lane, to which nothing else appends
   */
  public ShardAppender(ShardSite site, SavedState saved, ShardLog log, LaneWriter lane) {
    this.site = site;
    this.saved = saved;
    this.log = log;
    this.lane = lane;
    this.spans = new Spans(site.shard(), log);
    this.memory = DeduplicationState.of(saved, site.stream().options().deduplicate());
    this.keyed =
        new KeyedAppends(
            site, lane, spans, memory, this::appendedAt, () -> site.start(this::rebuildAgain));
    this.state =
        new AppendState(
            memory.lock(),
            memory.mark(),
            memory.sources(),
            lane::shownTo,
            site::nowMicros,
            keyed::marked);
    this.delayed = new DelayedEvents(site, saved, log.former(), lane, keyed);
  }

  /**
   * Begins, on threads of its own. To be called once. What has neither keys nor numbers can be
   * appended at once; the rest waits until the log of former owners is read.
   */
  public void start() {
    sinceMicros = site.nowMicros();
    site.start(this::rebuild);
    delayed.start();
  }

  /**
   * Appends events, in their order.
   *
   * @param events one or more
   * @return see {@link io.messina.stream.peer.ShardService#append}. Completed by the lane's
   *     flushing thread, which what depends on it should not hold up
   */
  public CompletableFuture<List<AppendedSpan>> append(List<Event> events) {
    if (over) {
      return CompletableFuture.failedFuture(new NotOwnerException(site.shard()));
    }
    for (Event event : events) {
      if (isDecided(event)) {
        return keyed.append(events, false);
      }
    }
    return appendPlain(events);
  }

  /**
   * Accepts an event that is to be appended later. Blocks until it is durable.
   *
   * @param event the event, without the number of a batch
   * @param due when; where that is past, the event is appended before this returns
   * @return its id
   * @throws NotOwnerException where the shard is not owned any more: nothing was stored
   * @throws StreamException as {@link io.messina.stream.peer.ShardService} says
   */
  public ScheduleId schedule(Event event, Instant due) {
    return delayed.schedule(event, due);
  }

  /**
   * Takes back a delayed event. Blocks until that is durable.
   *
   * @param id its id
   * @return whether it was still there: it will not be appended. False also where it has been due
   *     for minutes and a former owner may have appended it: it is appended if none has
   * @throws NotOwnerException where the shard is not owned any more: nothing was done
   * @throws StreamException.Unknown where it may have been taken back or not
   */
  public boolean cancel(ScheduleId id) {
    return delayed.cancel(id);
  }

  /**
   * Finds a delayed event that waits until it is due.
   *
   * @param id its id
   * @return the event, if it is there
   * @throws NotOwnerException where the shard is not owned any more
   */
  public Optional<Event> waiting(ScheduleId id) {
    return delayed.waiting(id);
  }

  /**
   * Finds where a delayed event was appended.
   *
   * @param id its id
   * @return its place, while the shard remembers its key
   * @throws NotOwnerException where the shard is not owned any more
   */
  public Optional<Position> appended(ScheduleId id) {
    return delayed.appended(id);
  }

  /**
   * Takes nothing new and waits until all that is under way is answered, for a hand-over. What is
   * saved of it is written by the next write of the state.
   */
  public void drain() {
    over = true;
    keyed.end();
    delayed.end();
    delayed.await();
    keyed.await();
    lane.drain();
  }

  /** Ends at once, as where the shard is lost. What is under way is answered. */
  public void close() {
    over = true;
    keyed.end();
    delayed.end();
    lane.close();
    keyed.abandon();
  }

  private boolean isDecided(Event event) {
    return event.sourceBatch().isPresent()
        || (event.idempotencyKey().isPresent()
            && memory.windows().heeds(event.idempotencyKey().get()));
  }

  private CompletableFuture<List<AppendedSpan>> appendPlain(List<Event> events) {
    CompletableFuture<List<AppendedSpan>> answer = new CompletableFuture<>();
    var _ =
        lane.appendLater(events)
            .whenComplete((appended, failure) -> answer(answer, appended, failure));
    return answer;
  }

  private void answer(
      CompletableFuture<List<AppendedSpan>> answer,
      @Nullable Appended appended,
      @Nullable Throwable failure) {
    if (appended == null) {
      answer.completeExceptionally(failed(failure));
      return;
    }
    AppendedRun last = appended.runs().getLast();
    appendedAt(last.firstAppendMicros());
    answer.complete(spans.of(appended));
  }

  private RuntimeException failed(@Nullable Throwable failure) {
    if (failure instanceof AppendException.LaneFull full) {
      return new StreamException.Overloaded(String.valueOf(full.getMessage()));
    }
    if (!over) {
      site.owned().giveUp();
      keyed.end();
    }
    return failure instanceof AppendException.LaneClosed
        ? new NotOwnerException(site.shard())
        : new StreamException.Unknown(site.shard() + ": the append may be stored or not");
  }

  private void appendedAt(long micros) {
    if (micros >= state.dueMicros() && state.due(micros)) {
      site.state().want();
    }
  }

  private void rebuild() {
    guarded(
        () -> {
          Optional<LogMark> mark = saved.find(Section.APPEND, LogMark.NAME).map(LogMark::decode);
          if (isRun(Rebuild.atTakeOver(site, log, mark, memory, sinceMicros))) {
            mark.ifPresent(any -> state.dueAtOnce());
            site.state().add("append", state);
            keyed.rebuilt();
          }
        });
  }

  /** Reads the keys anew that memory gave back. */
  private void rebuildAgain() {
    guarded(
        () -> {
          if (isRun(Rebuild.again(site, log, lane.lane().epoch(), memory, sinceMicros))) {
            keyed.rebuilt();
          }
        });
  }

  /** False where the shard is lost instead. */
  private boolean isRun(Rebuild rebuild) {
    boolean whole = site.read(() -> rebuild.run(keyed::grown)).orElse(false);
    if (!whole) {
      keyed.end();
    }
    return whole;
  }

  private void guarded(Runnable reading) {
    try {
      reading.run();
    } catch (RuntimeException | Error e) {
      LOG.error("{}: the log cannot be read for keys, the shard is given up", site.shard(), e);
      site.owned().giveUp();
      keyed.end();
    }
  }
}
