package io.messina.aggregate.node;

import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.aggregate.state.StateMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where the state of aggregates is, for a process. All aggregates of a process share one.
 *
 * @param folder of local state, on a disk of the machine; for this process only
 * @param memory shared by all aggregates of the process; closed after them
 * @param snapshots where snapshots are kept; without, a shard that moves is read again from its
 *     oldest event
 * @param snapshotEvery from one snapshot of a shard to the next, if something has changed; 1 s to 1
 *     d, {@link #SNAPSHOT_EVERY} by default
 * @param flushEvery how much of the stream is read again at most after a crash, as the time that it
 *     was read in; 100 ms to 1 h, {@link #FLUSH_EVERY} by default
 */
public record StateSettings(
    Path folder,
    StateMemory memory,
    Optional<SnapshotPlace> snapshots,
    Duration snapshotEvery,
    Duration flushEvery) {

  /** A minute. */
  public static final Duration SNAPSHOT_EVERY = Duration.ofMinutes(1);

  /** Ten seconds. */
  public static final Duration FLUSH_EVERY = Duration.ofSeconds(10);

  /**
   * Checks the durations.
   *
   * @throws IllegalArgumentException if one is out of its bounds
   */
  public StateSettings {
    check("snapshot every", snapshotEvery, Duration.ofSeconds(1), Duration.ofDays(1));
    check("flush every", flushEvery, Duration.ofMillis(100), Duration.ofHours(1));
  }

  /**
   * Settings with the default durations, and without snapshots.
   *
   * @param folder of local state
   * @param memory shared by all aggregates of the process
   */
  public StateSettings(Path folder, StateMemory memory) {
    this(folder, memory, Optional.empty(), SNAPSHOT_EVERY, FLUSH_EVERY);
  }

  /**
   * The same settings with snapshots.
   *
   * @param place where they are kept; closed after the aggregates
   * @param every from one snapshot of a shard to the next
   */
  public StateSettings withSnapshots(SnapshotPlace place, Duration every) {
    return new StateSettings(folder, memory, Optional.of(place), every, flushEvery);
  }

  private static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s: %s (expected: %s to %s)".formatted(name, value, least, most));
    }
  }
}
