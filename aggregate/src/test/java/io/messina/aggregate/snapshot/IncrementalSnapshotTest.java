package io.messina.aggregate.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.test.rules.FullBuild;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members of windows, as an exact count has them: what a small change of the state uploads. */
class IncrementalSnapshotTest {

  private static final String WRITER = "00000000000000aa";
  private static final int WINDOWS = 20;
  private static final int MEMBERS = 10_000;
  private static final int ROUNDS = 5;

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  private final SplittableRandom random = new SplittableRandom(1);
  private final SteppedPlace place = new SteppedPlace();
  private final ShardSnapshots snapshots = new ShardSnapshots(place, Owner.PREFIX, WRITER);
  private String note = "";
  private long next;

  @Test
  void a_change_of_five_percent_in_the_newest_window_uploads_at_most_fifteen_percent_each_time() {
    try (StateMemory memory = new StateMemory()) {
      ShardState state = full(memory);
      double most = 0;
      for (int round = 0; round < ROUNDS; round++) {
        most = Math.max(most, uploaded(state, WINDOWS + round, 1));
      }
      assertThat(most).isBetween(0.02, 0.15);
    }
  }

  @FullBuild("A change of the newest window.")
  @Test
  void a_change_of_five_percent_in_all_windows_uploads_at_most_fifteen_percent() {
    try (StateMemory memory = new StateMemory()) {
      assertThat(uploaded(full(memory), 0, WINDOWS)).isBetween(0.02, 0.15);
    }
  }

  /** What was uploaded for a change of a twentieth, as part of the whole snapshot. */
  private double uploaded(ShardState state, int firstWindow, int windows) {
    long before = snapshots.stats().uploadedBytes();
    for (int window = 0; window < windows; window++) {
      add(state, firstWindow + window, MEMBERS / windows);
    }
    snapshot(state);
    return (double) (snapshots.stats().uploadedBytes() - before) / snapshots.stats().newestBytes();
  }

  private ShardState full(StateMemory memory) {
    ShardState state = new ShardState(folder.resolve("state"), memory);
    for (int window = 0; window < WINDOWS; window++) {
      add(state, window, MEMBERS);
    }
    snapshot(state);
    snapshot(state);
    return state;
  }

  private void add(ShardState state, int number, int members) {
    Window window = new Window(number * 1_000L, (number + 1) * 1_000L);
    for (int i = 0; i < members; i++) {
      byte[] member = new byte[16];
      random.nextBytes(member);
      state.addIfAbsent(window, Bytes.wrap(member));
    }
    state.commit(
        new ShardProgress(
            ++next, Long.MIN_VALUE, Long.MIN_VALUE, new ShardProgress.Counters(next, 0, 0, 0)));
  }

  private void snapshot(ShardState state) {
    note = snapshots.take(state, folder.resolve("scratch"), note);
    snapshots.published(note, () -> true);
  }
}
