package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.append.PendingAppend.Item;
import io.messina.stream.append.PendingAppend.Outcome;
import io.messina.stream.log.AppendedRun;
import io.messina.stream.log.LogItem;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.AppendedSpan;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Builds the answers of appends. Safe for use by many threads. */
record Spans(ShardId shard, ShardLog log) {

  EventAddress id(int segment, Position position) {
    return new EventAddress(shard.stream().generation(), shard.number(), segment, position);
  }

  /** The answer if everything was stored. */
  List<AppendedSpan> of(List<AppendedRun> appended) {
    return appended.stream()
        .map(
            run ->
                new AppendedSpan(Optional.of(id(run.segment(), run.first())), run.count(), false))
        .toList();
  }

  /** Notes where the events of a stretch were stored. */
  void note(List<Item> stretch, List<AppendedRun> appended) {
    Iterator<Item> items = stretch.iterator();
    for (AppendedRun run : appended) {
      Item item;
      for (int i = 0; i < run.count(); i += item.events.count()) {
        item = items.next();
        Position first = run.first();
        item.id = Optional.of(id(run.segment(), new Position(first.epoch(), first.sequence() + i)));
        item.appendMicros = run.firstAppendMicros() + i;
      }
    }
  }

  /** Whether the answer can be built without reading the log. */
  static boolean isAtHand(PendingAppend append) {
    return append.items.stream().allMatch(item -> item.repeats.isEmpty());
  }

  /** The answer of a finished append. Reads the log to find repeated events. */
  List<AppendedSpan> of(PendingAppend append) {
    List<AppendedSpan> spans = new ArrayList<>();
    Optional<StoredBatch> near = Optional.empty();
    for (Item item : append.items) {
      if (item.repeats.isPresent()) {
        Position position = item.repeats.get();
        near = near.filter(batch -> holds(batch, position)).or(() -> find(position));
        item.id = near.map(batch -> id(batch.segment(), position));
      }
      AppendedSpan next =
          new AppendedSpan(
              item.twin.orElse(item).id,
              item.events.count(),
              !item.isFresh(),
              item.outcome == Outcome.UNCHECKED);
      if (!spans.isEmpty() && follows(spans.getLast(), next)) {
        AppendedSpan last = spans.removeLast();
        next =
            new AppendedSpan(
                last.first(), last.count() + next.count(), last.duplicate(), last.unchecked());
      }
      spans.add(next);
    }
    return List.copyOf(spans);
  }

  private static boolean follows(AppendedSpan last, AppendedSpan next) {
    return last.duplicate() == next.duplicate()
        && last.unchecked() == next.unchecked()
        && last.first().map(first -> first.behind(last.count())).equals(next.first());
  }

  private static boolean holds(StoredBatch batch, Position position) {
    return batch.first().compareTo(position) <= 0 && position.compareTo(batch.end()) < 0;
  }

  /** The batch at a position; empty if it has expired. */
  private Optional<StoredBatch> find(Position position) {
    Iterator<LogItem> items = log.read(position);
    return items.hasNext() && items.next() instanceof StoredBatch batch && holds(batch, position)
        ? Optional.of(batch)
        : Optional.empty();
  }
}
