package io.messina.aggregate;

import io.messina.aggregate.state.Gaps;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import io.messina.aggregate.window.Window;
import io.messina.api.Position;
import io.messina.stream.EventGuard;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventPage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * An aggregate of one shard. Which windows are kept follows from the times of the events read so
 * far and from nothing else, event by event; so the state is a function of the events up to its
 * position, in whatever pages they come, and what comes again is known by its position.
 *
 * <p>An event for which the aggregator throws is skipped, and nothing of it stays in the state.
 *
 * <p>Where the stream dropped events before they were read, that is kept in the state as well: the
 * windows that they may have belonged to are those from what was in time then, up to the latest
 * time that an event may have when the next one was appended.
 *
 * <p>For one thread.
 */
public final class ShardAggregate {

  private final Aggregator aggregator;
  private final WindowOptions options;
  private final Origins origins;
  private final ShardState state;
  private final EventGuard guard;
  private final long keptMillis;
  private final long latenessMillis;
  private final long aheadMillis;

  /**
   * An aggregate that goes on where its state is.
   *
   * @param aggregator what is done with events
   * @param options which windows, and for how long
   * @param state of the shard, which the caller closes
   */
  public ShardAggregate(Aggregator aggregator, WindowOptions options, ShardState state) {
    this(aggregator, options, Origins.OWN, state, new EventGuard("an aggregate"));
  }

  /**
   * Likewise, of events that may have been sent on from other shards.
   *
   * @param aggregator what is done with events
   * @param options which windows, and for how long
   * @param origins where events come from
   * @param state of the shard, which the caller closes
   * @param guard is told of events for which the aggregator throws
   */
  public ShardAggregate(
      Aggregator aggregator,
      WindowOptions options,
      Origins origins,
      ShardState state,
      EventGuard guard) {
    this.guard = guard;
    this.aggregator = aggregator;
    this.options = options;
    this.origins = origins;
    this.state = state;
    this.keptMillis = options.kept().toMillis();
    this.latenessMillis = options.lateness().toMillis();
    this.aheadMillis = options.ahead().toMillis();
  }

  /** Is told of events that the aggregator skipped, before the state says that they were read. */
  @FunctionalInterface
  public interface Skipped {

    /**
     * Takes events.
     *
     * @param events at least one
     * @throws RuntimeException if they cannot be taken now
     */
    void skipped(List<StoredEvent> events);
  }

  /**
   * Adds a page without gaps, and only counts what is skipped.
   *
   * @param events of the shard in their order; those below the position of the state are left out
   * @param next the position behind the page, which may have had other events as well
   * @throws StateException if the state cannot be read or written: it must be opened anew
   */
  public void add(List<StoredEvent> events, Position next) {
    add(new EventPage(events, next), skipped -> {});
  }

  /**
   * Adds a page of events. All of it is in the state afterwards; after a failure some events from
   * its beginning on may be, and the same page may be added again.
   *
   * @param page of the shard; what is below the position of the state is left out
   * @param skipped is told what the aggregator skips
   * @throws StateException if the state cannot be read or written: it must be opened anew
   * @throws RuntimeException if whoever is told fails, or what the aggregator asks
   */
  public void add(EventPage page, Skipped skipped) {
    if (page.next().packed() <= state.progress().next()) {
      return;
    }
    Set<Long> unreadable = new HashSet<>();
    boolean isRead = false;
    while (!isRead) {
      try {
        new Reading(page.gaps(), skipped, unreadable).read(page);
        isRead = true;
      } catch (UnreadableEventException e) {
        state.discard();
        guard.skip(e.event, e.failure);
        unreadable.add(e.event.id().position().packed());
      } catch (RuntimeException | Error e) {
        state.discard();
        throw e;
      }
    }
  }

  /** Something was thrown for an event; what of it is in the state has to go. */
  private static final class UnreadableEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient StoredEvent event;
    private final transient Throwable failure;

    UnreadableEventException(StoredEvent event, Throwable failure) {
      super(null, null, false, false);
      this.event = event;
      this.failure = failure;
    }
  }

  private enum Outcome {
    ADDED,
    LATE,
    AHEAD,
    SKIPPED
  }

  /** How far a page is read, and what is not committed yet. */
  private final class Reading {

    private final Iterator<Position> gapEnds;
    private final Skipped told;
    private final Set<Long> unreadable;
    private final List<StoredEvent> unfit = new ArrayList<>();
    private long added;
    private long late;
    private long ahead;
    private long skipped;
    private long nextGap;
    private long from;
    private long watermark;
    private long keptFrom;
    private Gaps gaps;
    private final SourceClock sources;

    Reading(List<Position> gapEnds, Skipped told, Set<Long> unreadable) {
      this.gapEnds = gapEnds.iterator();
      this.told = told;
      this.unreadable = unreadable;
      ShardProgress before = state.progress();
      this.from = before.next();
      this.watermark = before.watermarkMillis();
      this.keptFrom = before.keptFromMillis();
      this.gaps = before.gaps();
      this.sources = new SourceClock(origins.sources(), before.sources());
      passGap();
    }

    private void passGap() {
      nextGap = gapEnds.hasNext() ? gapEnds.next().packed() : Long.MAX_VALUE;
    }

    void read(EventPage page) {
      for (StoredEvent event : page.events()) {
        if (event.id().position().packed() >= from) {
          read(event);
        }
      }
      openGaps(page.next().packed());
      commit(page.next().packed());
    }

    private void read(StoredEvent event) {
      long position = event.id().position().packed();
      boolean isUnreadable = unreadable.contains(position);
      openGaps(position); // before a commit, behind which they are not told of again
      if (isUnreadable || state.isFull()) {
        commit(position); // so that what is before an unreadable one is read again only once
      }
      long latest = event.appendTime().toEpochMilli() + aheadMillis;
      gaps = gaps.closed(latest + 1);
      if (isUnreadable) {
        count(Outcome.SKIPPED, event);
        return;
      }
      try {
        add(event, latest);
      } catch (StateException e) {
        throw e;
      } catch (Throwable failure) {
        if (!EventGuard.isOfEvent(failure)) {
          throw failure;
        }
        throw new UnreadableEventException(event, failure);
      }
    }

    private void add(StoredEvent event, long latest) {
      long time = event.event().time().orElse(event.appendTime()).toEpochMilli();
      switch (origins.of(event)) {
        case Origin.Own _ when time > latest -> count(Outcome.AHEAD, event);
        case Origin.Own _ -> added(event, time, time);
        case Origin.Sent sent -> added(event, time, sources.reached(sent.source(), sent.reached()));
        case Origin.Mark mark -> advance(sources.reached(mark.source(), mark.reached()));
        case Origin.Lost lost -> gaps = gaps.with(lost.windows());
      }
    }

    private void added(StoredEvent event, long time, long reached) {
      advance(reached);
      count(ShardAggregate.this.add(event, time, keptFrom), event);
    }

    private void advance(long reached) {
      if (reached > watermark) {
        watermark = reached;
        keptFrom = Math.max(keptFrom, options.windows().firstOpen(watermark - keptMillis));
      }
    }

    private void count(Outcome outcome, StoredEvent event) {
      switch (outcome) {
        case ADDED -> added++;
        case LATE -> late++;
        case AHEAD -> ahead++;
        case SKIPPED -> {
          skipped++;
          unfit.add(event);
        }
      }
    }

    /** Of what was in time by then, nothing older can be lost. */
    private void openGaps(long to) {
      for (; nextGap <= to; passGap()) {
        if (nextGap > from) {
          gaps =
              gaps.opened(
                  watermark == Long.MIN_VALUE
                      ? Long.MIN_VALUE
                      : options.windows().firstOpen(watermark - latenessMillis));
        }
      }
    }

    private void commit(long next) {
      if (!unfit.isEmpty()) {
        told.skipped(List.copyOf(unfit));
        unfit.clear();
      }
      ShardProgress.Counters before = state.progress().counters();
      state.commit(
          new ShardProgress(
              next,
              watermark,
              keptFrom,
              new ShardProgress.Counters(
                  before.added() + added,
                  before.late() + late,
                  before.ahead() + ahead,
                  before.skipped() + skipped),
              gaps.keptFrom(keptFrom),
              sources.times()));
      added = 0;
      late = 0;
      ahead = 0;
      skipped = 0;
    }
  }

  private Outcome add(StoredEvent event, long time, long keptFrom) {
    Outcome outcome = Outcome.LATE;
    for (Window window : options.windows().of(time)) {
      if (window.startMillis() >= keptFrom) {
        if (!aggregator.add(window, event, state)) {
          return Outcome.SKIPPED;
        }
        outcome = Outcome.ADDED;
      }
    }
    return outcome;
  }
}
