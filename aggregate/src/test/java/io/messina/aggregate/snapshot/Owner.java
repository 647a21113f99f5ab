package io.messina.aggregate.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.nio.file.Path;

/**
 * An owner of a shard whose state is a function of its position, and the fenced state of the shard.
 */
final class Owner implements AutoCloseable {

  static final String PREFIX = "visits~1/clicks~1/3";
  private static final Window WINDOW = new Window(0, 1_000);
  private static final int KEYS = 7;

  /** The row that knows the owner of the shard, and the note of the last commit. */
  static final class Row {

    final SteppedPlace place = new SteppedPlace();
    String note = "";
    int epoch;
    int rejected;

    /** A write that is fenced fails unless the owner is the one that the row knows. */
    boolean commit(int owner, boolean fenced, String wanted) {
      place.step("commit");
      boolean applied = !fenced || owner == epoch;
      if (applied) {
        note = wanted;
      } else {
        rejected++;
      }
      place.step("answer commit");
      return applied;
    }
  }

  private final Row row;
  private final Path folder;
  private final int epoch;
  private final boolean asks;
  private final boolean fences;
  private final StateMemory memory = new StateMemory(1 << 20, 8 << 20);
  final ShardSnapshots snapshots;
  final ShardState state;

  Owner(Row row, Path folder, String writer, boolean asks, boolean fences) {
    this.row = row;
    this.folder = folder;
    this.asks = asks;
    this.fences = fences;
    this.epoch = ++row.epoch;
    this.snapshots = new ShardSnapshots(row.place, PREFIX, writer);
    long next =
        snapshots.restore(row.note, folder.resolve("state")).map(it -> it.next()).orElse(0L);
    this.state = new ShardState(folder.resolve("state"), memory);
    assertThat(state.progress().next()).isEqualTo(next);
    check(state);
  }

  void readTo(long next) {
    for (long at = state.progress().next(); at < next; at++) {
      state.put(WINDOW, key(at % KEYS), Bytes.utf8("at " + at));
    }
    state.commit(
        new ShardProgress(
            next, Long.MIN_VALUE, Long.MIN_VALUE, new ShardProgress.Counters(next, 0, 0, 0)));
  }

  static void check(ShardState state) {
    long next = state.progress().next();
    for (long at = Math.max(0, next - KEYS); at < next; at++) {
      assertThat(state.get(WINDOW, key(at % KEYS))).isEqualTo(Bytes.utf8("at " + at));
    }
  }

  private static Bytes key(long key) {
    return Bytes.utf8("key " + key);
  }

  /** Takes a snapshot and publishes it, if this is still the owner. */
  void snapshot() {
    String note = snapshots.take(state, folder.resolve("scratch"), row.note);
    if (row.commit(epoch, fences, note)) {
      snapshots.published(note, () -> !asks || row.epoch == epoch);
    }
  }

  /** A crash: nothing is flushed. */
  @Override
  public void close() {
    memory.close();
  }
}
