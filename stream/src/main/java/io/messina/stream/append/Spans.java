package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.lane.Appended;
import io.messina.stream.lane.Appended.AppendedRun;
import io.messina.stream.lane.LogItem;
import io.messina.stream.lane.LogItem.StoredBatch;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.peer.AppendedSpan;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Builds the answers of appends. Safe for use by many threads. */
final class Spans {

  private final ShardId shard;
  private final ShardLog log;

  Spans(ShardId shard, ShardLog log) {
    this.shard = shard;
    this.log = log;
  }

  /** The answer if everything was stored. */
  List<AppendedSpan> of(Appended appended) {
    List<AppendedRun> runs = appended.runs();
    if (runs.size() == 1) {
      return List.of(span(runs.getFirst()));
    }
    return runs.stream().map(this::span).toList();
  }

  /** Whether the answer can be built without reading the log. */
  static boolean isAtHand(PendingAppend append) {
    for (int i = 0; i < append.size(); i++) {
      if (append.outcome(i) instanceof EventOutcome.Repeat) {
        return false;
      }
    }
    return true;
  }

  /** The answer of a finished append. Reads the log to find repeated events. */
  List<AppendedSpan> of(PendingAppend append) {
    List<AppendedSpan> spans = new ArrayList<>();
    Optional<StoredBatch> near = Optional.empty();
    AppendedSpan last = new AppendedSpan(Optional.empty(), 0, false);
    for (int i = 0; i < append.size(); i++) {
      int index = append.outcome(i) instanceof EventOutcome.Twin twin ? twin.index() : i;
      if (append.outcome(index) instanceof EventOutcome.Repeat repeat
          && !holds(near, repeat.position())) {
        near = find(repeat.position());
      }
      boolean duplicate = !append.isFresh(i);
      boolean unchecked = append.outcome(i) instanceof EventOutcome.Unchecked;
      AppendedSpan next = new AppendedSpan(id(append, index, near), 1, duplicate, unchecked);
      if (follows(last, next)) {
        last = new AppendedSpan(last.first(), last.count() + 1, duplicate, unchecked);
        spans.set(spans.size() - 1, last);
      } else {
        spans.add(next);
        last = next;
      }
    }
    return List.copyOf(spans);
  }

  private AppendedSpan span(AppendedRun run) {
    return new AppendedSpan(Optional.of(id(run.segment(), run.first())), run.count(), false);
  }

  private Optional<EventAddress> id(PendingAppend append, int index, Optional<StoredBatch> near) {
    return switch (append.outcome(index)) {
      case EventOutcome.Fresh _ ->
          Optional.of(id(append.run(index).segment(), append.run(index).first()));
      case EventOutcome.Repeat repeat -> near.map(batch -> id(batch.segment(), repeat.position()));
      case EventOutcome.Kept kept -> Optional.of(kept.id());
      case EventOutcome.Past _, EventOutcome.Unchecked _ -> Optional.empty();
      case EventOutcome.Twin twin -> throw new IllegalStateException(twin + " of another");
    };
  }

  EventAddress id(int segment, Position position) {
    return new EventAddress(shard.stream().generation(), shard.number(), segment, position);
  }

  private static boolean follows(AppendedSpan last, AppendedSpan next) {
    if (last.count() == 0
        || last.duplicate() != next.duplicate()
        || last.unchecked() != next.unchecked()
        || last.first().isPresent() != next.first().isPresent()) {
      return false;
    }
    return last.first().isEmpty()
        || follows(last.first().get(), last.count(), next.first().orElseThrow());
  }

  private static boolean follows(EventAddress first, int count, EventAddress next) {
    return first.segment() == next.segment()
        && first.position().epoch() == next.position().epoch()
        && first.position().sequence() + count == next.position().sequence();
  }

  private static boolean holds(Optional<StoredBatch> batch, Position position) {
    return batch
        .filter(each -> each.first().compareTo(position) <= 0 && position.compareTo(each.end()) < 0)
        .isPresent();
  }

  /** The batch at a position; empty if it has expired. */
  private Optional<StoredBatch> find(Position position) {
    Iterator<LogItem> items = log.read(position);
    return items.hasNext() && items.next() instanceof StoredBatch batch
        ? Optional.of(batch).filter(each -> holds(Optional.of(each), position))
        : Optional.empty();
  }
}
