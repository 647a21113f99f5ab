package io.messina.aggregate;

import io.messina.aggregate.state.Gaps;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import io.messina.aggregate.window.Window;
import io.messina.api.Position;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.EventPage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of one shard. Which windows are kept follows from the times of the events read so
 * far and from nothing else, event by event; so the state is a function of the events up to its
 * position, in pages of any size, and events that come again are known by their positions.
 *
 * <p>Where the stream dropped events before they were read, that is kept in the state as well: the
 * windows that they may have belonged to are those from the earliest window in time then, up to the
 * latest time that an event may have when the next one was appended.
 *
 * <p>An event for which anything is thrown is skipped: nothing of it stays in the state. To find
 * it, the changes that were not committed are taken back, and the events are added once more, with
 * a commit behind each.
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
   * An aggregate that continues at the position of its state.
   *
   * @param aggregator adds events to windows
   * @param options which windows, and for how long
   * @param state of the shard, which the caller closes
   */
  public ShardAggregate(Aggregator aggregator, WindowOptions options, ShardState state) {
    this(aggregator, options, Origins.OWN, state, new EventGuard("an aggregate"));
  }

  /**
   * An aggregate of events that may have been sent on from other shards.
   *
   * @param aggregator adds events to windows
   * @param options which windows, and for how long
   * @param origins where events come from
   * @param state of the shard, which the caller closes
   * @param guard is told of events on which something is thrown
   */
  public ShardAggregate(
      Aggregator aggregator,
      WindowOptions options,
      Origins origins,
      ShardState state,
      EventGuard guard) {
    this.aggregator = aggregator;
    this.options = options;
    this.origins = origins;
    this.state = state;
    this.guard = guard;
    this.keptMillis = options.kept().toMillis();
    this.latenessMillis = options.lateness().toMillis();
    this.aheadMillis = options.ahead().toMillis();
  }

  /** Is told of events that the aggregator skipped, before the state says that they were read. */
  @FunctionalInterface
  public interface Skipped {

    /**
     * Takes skipped events.
     *
     * @param events at least one
     * @throws RuntimeException if they cannot be taken now
     */
    void skipped(List<StoredEvent> events);
  }

  /**
   * Adds a page without gaps, and only counts the events that are skipped.
   *
   * @param events of the shard in their order; those below the position of the state are left out
   * @param next the position behind the page, which may have had other events as well
   * @throws StateException if the state cannot be read or written: it must be opened again
   */
  public void add(List<StoredEvent> events, Position next) {
    add(new EventPage(events, next), skipped -> {});
  }

  /**
   * Adds a page of events. All of it is in the state afterwards, except events on which something
   * is thrown; after a failure some events from its beginning on may be in it, and the same page
   * may be added again.
   *
   * @param page of the shard; events below the position of the state are left out
   * @param skipped is given the events that are skipped
   * @throws StateException if the state cannot be read or written: it must be opened again
   * @throws RuntimeException if {@code skipped} fails
   */
  public void add(EventPage page, Skipped skipped) {
    if (page.next().packed() <= state.progress().next()) {
      return;
    }
    Set<Long> guilty = new HashSet<>();
    long singlyTo = Long.MIN_VALUE;
    while (true) {
      Reading reading = new Reading(page.gaps(), skipped, guilty, singlyTo);
      try {
        page.events().forEach(reading::add);
        reading.end(page.next().packed());
        return;
      } catch (Throwable failure) {
        state.discard();
        StoredEvent last = reading.last;
        if (last == null || !reading.isOfEvent(failure)) {
          throw failure;
        }
        if (reading.isSingle()) {
          if (!guilty.add(last.id().position().packed())) {
            throw failure; // it fails without the event as well
          }
          guard.skip(last, failure);
        }
        singlyTo = reading.reached();
      }
    }
  }

  private enum Outcome {
    ADDED,
    LATE,
    AHEAD,
    SKIPPED
  }

  /** The progress in a page, and the events that are not committed yet. */
  private final class Reading {

    private final Iterator<Position> gapEnds;
    private final Skipped told;
    private final Set<Long> guilty;
    private final long singlyTo;
    private final List<StoredEvent> unfit = new ArrayList<>();
    private @Nullable StoredEvent last; // since the last commit
    private boolean tells;
    private boolean ends;
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

    /** Up to a position there is a commit behind each event. */
    Reading(List<Position> gapEnds, Skipped told, Set<Long> guilty, long singlyTo) {
      this.gapEnds = gapEnds.iterator();
      this.told = told;
      this.guilty = guilty;
      this.singlyTo = singlyTo;
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

    void add(StoredEvent event) {
      long position = event.id().position().packed();
      if (position < from) {
        return;
      }
      openGaps(position); // before a commit, behind which they are not told of again
      if (state.isFull() || (last != null && isSingle())) {
        commit(position);
      }
      last = event;
      if (guilty.contains(position)) {
        count(Outcome.SKIPPED, event);
        return;
      }
      long latest = event.appendTime().toEpochMilli() + aheadMillis;
      gaps = gaps.closed(latest + 1);
      long time = event.event().time().orElse(event.appendTime()).toEpochMilli();
      switch (origins.of(event)) {
        case Origin.Own _ when time > latest -> count(Outcome.AHEAD, event);
        case Origin.Own _ -> added(event, time, time);
        case Origin.Sent sent -> added(event, time, sources.reached(sent.source(), sent.reached()));
        case Origin.Mark mark -> advance(sources.reached(mark.source(), mark.reached()));
        case Origin.Lost lost -> gaps = gaps.with(lost.windows());
      }
    }

    /** Whether only the last event can be at fault. */
    boolean isSingle() {
      return last == null || last.id().position().packed() <= singlyTo;
    }

    /** The last position that must be reached by single events. */
    long reached() {
      return ends || last == null ? Long.MAX_VALUE : last.id().position().packed();
    }

    /** Whether something that was thrown is the fault of an event. */
    boolean isOfEvent(Throwable failure) {
      return !tells
          && !state.isClosed()
          && !(failure instanceof StateException)
          && state.failure().isEmpty()
          && EventGuard.isOfEvent(failure);
    }

    private void added(StoredEvent event, long time, long reached) {
      advance(reached);
      Outcome outcome = ShardAggregate.this.add(event, time, keptFrom);
      count(outcome, event);
      if (outcome == Outcome.ADDED && origins.isMisplaced(event)) {
        mark(time);
      }
    }

    private void mark(long time) {
      for (Window window : options.windows().of(time)) {
        if (!gaps.isIn(window.startMillis())) {
          gaps = gaps.with(new Gaps.Span(window.startMillis(), window.startMillis() + 1));
        }
      }
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

    /** No event can be lost that is older than the earliest window in time then. */
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

    void end(long next) {
      ends = true;
      openGaps(next);
      commit(next);
    }

    private void commit(long next) {
      if (!unfit.isEmpty()) {
        tells = true;
        told.skipped(List.copyOf(unfit));
        tells = false;
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
      last = null;
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
