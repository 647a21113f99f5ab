package io.messina.bench.aggregates;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.snapshot.DirectorySnapshotPlace;
import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.bench.figures.Percentiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The measurements of aggregates; a line for each round. */
enum AggregateArm {
  APPROX_UNIQUE(2_000_000) {
    @Override
    String round(int size) throws IOException {
      return follow("approx", CountedMembers.approximate(), size);
    }
  },
  UNIQUE(2_000_000) {
    @Override
    String round(int size) throws IOException {
      return follow("exact", CountedMembers.exact(), size);
    }
  },
  RESTORE(1_024) {
    @Override
    String round(int size) throws IOException {
      return restore((long) size << 20);
    }
  },
  ANSWER(1_000) {
    @Override
    String round(int size) throws IOException {
      return answer(size);
    }
  },
  PAIRS(100_000_000) {
    @Override
    String round(int size) throws IOException {
      return pairs(size);
    }
  };

  private static final int STEP = 1_000_000;

  /** The usual size: of events, MiB, questions, pairs. */
  final int size;

  AggregateArm(int size) {
    this.size = size;
  }

  /** Measures once, and returns the result. */
  abstract String round(int size) throws IOException;

  private static String follow(String name, Aggregator aggregator, int events) throws IOException {
    try (FollowedStream stream = new FollowedStream()) {
      stream.append(events);
      FollowedStream.Followed followed = stream.follow(name, aggregator, events);
      return "%,.0f events/s from the log to committed state; %,d snapshots of %,d MiB in all"
          .formatted(
              events / followed.seconds(),
              followed.snapshots().published(),
              followed.snapshots().uploadedBytes() >> 20);
    }
  }

  private static String restore(long bytes) throws IOException {
    try (FilledState filled = new FilledState()) {
      long pairs = 0;
      do {
        pairs += STEP;
        filled.addUpTo(pairs);
        filled.state().flush();
      } while (filled.bytesOnDisk() < bytes);
      Path folder = Files.createDirectories(filled.path("snapshots"));
      var _ = Files.createFile(folder.resolve(SnapshotPlace.MARK));
      DirectorySnapshotPlace place = new DirectorySnapshotPlace(folder);
      ShardSnapshots snapshots = new ShardSnapshots(place, "bench/0", "0".repeat(16));
      long began = System.nanoTime();
      String note = snapshots.take(filled.state(), filled.path("scratch"), "");
      snapshots.published(note, () -> true);
      double taken = seconds(began);
      return "%.1f s to restore %,d MiB of %,d pairs and to open them; %.1f s to take them"
          .formatted(
              restored(filled, place, note), snapshots.stats().newestBytes() >> 20, pairs, taken);
    }
  }

  private static double restored(FilledState filled, DirectorySnapshotPlace place, String note) {
    Path target = filled.path("restored");
    long began = System.nanoTime();
    ShardSnapshots snapshots = new ShardSnapshots(place, "bench/0", "1".repeat(16));
    long next = snapshots.restore(note, target).orElseThrow().next();
    try (StateMemory memory = new StateMemory();
        ShardState state = new ShardState(target, memory)) {
      if (state.progress().next() != next) {
        throw new IllegalStateException("restored: " + state.progress() + " of " + next);
      }
      return seconds(began);
    }
  }

  private static String answer(int questions) throws IOException {
    try (FilledState filled = new FilledState()) {
      filled.addUpTo(3L * CountedMembers.IN_A_WINDOW);
      filled.state().flush();
      double[] millis = new double[questions];
      for (int i = 0; i < questions; i++) {
        long began = System.nanoTime();
        Object counted = CountedMembers.exact().result(filled.rows(i % 3).rows().getFirst().part());
        millis[i] = (System.nanoTime() - began) / 1e6;
        if (!counted.equals((long) CountedMembers.IN_A_WINDOW)) {
          throw new IllegalStateException("counted: " + counted);
        }
      }
      Percentiles sorted = Percentiles.of(millis, questions);
      return "%.2f ms (p50), %.2f ms (p99), %.2f ms at most, for a window of 1,000,000 members"
          .formatted(sorted.median(), sorted.at(99), sorted.at(100));
    }
  }

  private static String pairs(int pairs) throws IOException {
    try (FilledState filled = new FilledState()) {
      long began = System.nanoTime();
      long resident = 0;
      for (long at = STEP; at <= pairs; at += STEP) {
        filled.addUpTo(at);
        resident = Math.max(resident, residentBytes());
        if (at / STEP % 10 == 0) {
          System.out.printf(
              Locale.ROOT,
              "  %,d pairs after %.0f s, %,d MiB%n",
              at,
              seconds(began),
              resident >> 20);
        }
      }
      return "%,.0f pairs/s, %,d MiB resident at most with a heap of %,d MiB, %,d MiB on disk"
          .formatted(
              pairs / seconds(began),
              resident >> 20,
              Runtime.getRuntime().maxMemory() >> 20,
              filled.bytesOnDisk() >> 20);
    }
  }

  /** Returns the resident memory of the process, as Linux counts it; 0 elsewhere. */
  private static long residentBytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
        .sum();
  }

  private static double seconds(long began) {
    return (System.nanoTime() - began) / 1e9;
  }
}
