package io.messina.stream.log;

import io.messina.runtime.Context;
import io.messina.runtime.Mutex;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import io.messina.stream.log.LaneWriter.RowWrite;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the rows of all lanes of a process: those that are due go to the store in one request,
 * where it takes many at once, and otherwise side by side. A lane whose row was not written that
 * way goes on alone, so that others neither wait for it nor fail with it. Safe for use by many
 * threads.
 */
public final class LaneFlusher {

  /** The next group is encoded while the store writes one. */
  private static final int GROUPS_MAX = 2;

  private static final Logger LOG = LoggerFactory.getLogger(LaneFlusher.class);

  private final Context context;
  private final int lanesMax;
  private final int groupsMax;
  private final Mutex lock = new Mutex();
  private final Deque<LaneWriter> due = new ArrayDeque<>(); // under the lock, as is the next
  private int groups;

  /**
   * A flusher without lanes.
   *
   * @param context store and threads of the process
   */
  public LaneFlusher(Context context) {
    this.context = context;
    this.lanesMax = context.store().rowsAtOnce();
    this.groupsMax = lanesMax == 1 ? Integer.MAX_VALUE : GROUPS_MAX;
  }

  /** A lane has something to write. It is not passed again before it was written. */
  void due(LaneWriter lane) {
    try (var _ = lock.hold()) {
      due.add(lane);
      if (groups == groupsMax) {
        return;
      }
      groups++;
    }
    try {
      context.start(this::flushAll);
    } catch (RuntimeException | Error e) {
      try (var _ = lock.hold()) {
        groups--;
        due.remove(lane);
      }
      lane.failed(e);
    }
  }

  /** Flushes until no lane is due. */
  private void flushAll() {
    for (List<LaneWriter> some = take(); !some.isEmpty(); some = take()) {
      List<RowWrite> rows = new ArrayList<>(some.size());
      for (LaneWriter lane : some) {
        lane.begin().ifPresentOrElse(rows::add, () -> addIfDue(lane));
      }
      if (write(rows)) {
        rows.forEach(row -> addIfDue(row.lane()));
      } else {
        rows.forEach(this::writeAlone);
      }
    }
  }

  /** The calling thread goes on, so that nobody has to be started for the lane. */
  private void addIfDue(LaneWriter lane) {
    if (lane.isDueAgain()) {
      try (var _ = lock.hold()) {
        due.add(lane);
      }
    }
  }

  private List<LaneWriter> take() {
    try (var _ = lock.hold()) {
      List<LaneWriter> some = new ArrayList<>(Math.min(lanesMax, due.size()));
      while (some.size() < lanesMax && !due.isEmpty()) {
        some.add(due.remove());
      }
      if (some.isEmpty()) {
        groups--;
      }
      return some;
    }
  }

  /** Writes rows with one request. Returns false if not all of them are known to be durable. */
  private boolean write(List<RowWrite> rows) {
    try {
      write(rows.stream().flatMap(row -> row.segment().stream()).toList(), context.store());
      write(rows.stream().map(RowWrite::batch).toList(), context.store());
    } catch (RuntimeException | Error e) {
      LOG.debug("{} rows are written one by one", rows.size(), e);
      return false;
    }
    rows.forEach(row -> row.lane().written(row));
    return true;
  }

  private static void write(List<PlainBatch> batches, Store store) {
    switch (batches.size()) {
      case 0 -> {}
      case 1 -> store.write(batches.getFirst());
      default -> store.writeEach(batches);
    }
  }

  private void writeAlone(RowWrite row) {
    try {
      context.start(
          () -> {
            row.lane().writeAgain(row);
            if (row.lane().isDueAgain()) {
              due(row.lane());
            }
          });
    } catch (RuntimeException | Error e) {
      row.lane().failed(e);
    }
  }
}
