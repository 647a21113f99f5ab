package io.messina.aggregate;

import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateView;
import io.messina.aggregate.window.Window;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * An aggregate of one shard. Which windows are kept follows from the times of the events read so
 * far and from nothing else, event by event; so the state is a function of the events up to its
 * position, in whatever pages they come, and what comes again is known by its position.
 *
 * <p>{@link #add} is for one thread, queries are for any.
 */
public final class ShardAggregate {

  private final Aggregator aggregator;
  private final WindowOptions options;
  private final ShardState state;
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
    this.aggregator = aggregator;
    this.options = options;
    this.state = state;
    this.keptMillis = options.kept().toMillis();
    this.latenessMillis = options.lateness().toMillis();
    this.aheadMillis = options.ahead().toMillis();
  }

  /**
   * A row of an answer, as one shard has it.
   *
   * @param window of the row
   * @param group which; empty where there is one only
   * @param part what {@link Aggregator#merge} and {@link Aggregator#result} take
   * @param last whether no event in time can change it any more
   */
  public record PartialRow(Window window, Bytes group, Bytes part, boolean last) {}

  /**
   * The rows of some windows.
   *
   * @param rows by window and group
   * @param next the first position whose event is not in them
   */
  public record Answer(List<PartialRow> rows, Position next) {}

  /**
   * Adds a page of events. All of it is in the state afterwards, or after a failure none.
   *
   * @param events of the shard in their order; those below the position of the state are left out
   * @param next the position behind the page, which may have had other events as well
   * @throws io.messina.aggregate.state.StateException if the state cannot be read or written: it
   *     must be opened anew
   * @throws RuntimeException if the aggregator fails: likewise
   */
  public void add(List<StoredEvent> events, Position next) {
    ShardProgress before = state.progress();
    if (next.packed() <= before.next()) {
      return;
    }
    long watermark = before.watermarkMillis();
    long keptFrom = before.keptFromMillis();
    long added = before.counters().added();
    long late = before.counters().late();
    long ahead = before.counters().ahead();
    long skipped = before.counters().skipped();
    for (StoredEvent event : events) {
      if (event.id().position().packed() < before.next()) {
        continue;
      }
      long time = event.event().time().orElse(event.appendTime()).toEpochMilli();
      if (time > event.appendTime().toEpochMilli() + aheadMillis) {
        ahead++;
        continue;
      }
      if (time > watermark) {
        watermark = time;
        keptFrom = Math.max(keptFrom, options.windows().firstOpen(watermark - keptMillis));
      }
      switch (add(event, time, keptFrom)) {
        case ADDED -> added++;
        case LATE -> late++;
        case SKIPPED -> skipped++;
      }
    }
    state.commit(
        new ShardProgress(
            next.packed(),
            watermark,
            keptFrom,
            new ShardProgress.Counters(added, late, ahead, skipped)));
  }

  private enum Outcome {
    ADDED,
    LATE,
    SKIPPED
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

  /**
   * What the shard has of the windows that begin in a span of time, as of one moment.
   *
   * @param from the first start that is wanted
   * @param to the first that is not
   * @return rows by window, then by group
   */
  public Answer rows(Instant from, Instant to) {
    return state.read(view -> rows(view, from.toEpochMilli(), to.toEpochMilli()));
  }

  private Answer rows(StateView view, long fromMillis, long toMillis) {
    ShardProgress progress = view.progress();
    List<PartialRow> rows = new ArrayList<>();
    for (long start : view.windowStarts(fromMillis, toMillis)) {
      Window window = options.windows().at(start);
      boolean last = window.endMillis() + latenessMillis <= progress.watermarkMillis();
      aggregator.rows(
          window, view, (group, part) -> rows.add(new PartialRow(window, group, part, last)));
    }
    return new Answer(rows, Position.unpack(progress.next()));
  }
}
