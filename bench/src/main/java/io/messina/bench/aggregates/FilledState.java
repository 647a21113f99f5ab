package io.messina.bench.aggregates;

import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.MergedRows;
import io.messina.aggregate.ShardAggregate;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.bench.figures.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The state of a shard that counts members once, filled without a stream. */
final class FilledState implements AutoCloseable {

  private static final int PAGE = 10_000;
  private static final long FLUSH_NANOS = Duration.ofSeconds(10).toNanos();

  private final TemporaryFolder folder;
  private final StateMemory memory = new StateMemory();
  private final ShardState state;
  private final ShardAggregate aggregate;
  private long flushedNanos = System.nanoTime();

  FilledState() throws IOException {
    this.folder = TemporaryFolder.create();
    this.state = new ShardState(statePath(), memory);
    this.aggregate = new ShardAggregate(CountedMembers.exact(), CountedMembers.HOURS, state);
  }

  Path path(String name) {
    return folder.path().resolve(name);
  }

  private Path statePath() {
    return path("state");
  }

  ShardState state() {
    return state;
  }

  StateMemory memory() {
    return memory;
  }

  /** Continues to so many pairs of a window and a member; flushes as a server does. */
  void addUpTo(long pairs) {
    for (long at = state.progress().next(); at < pairs; at = state.progress().next()) {
      int count = (int) Math.min(PAGE, pairs - at);
      aggregate.add(CountedMembers.page(at, count), CountedMembers.position(at + count));
      if (System.nanoTime() - flushedNanos > FLUSH_NANOS) {
        state.flush();
        flushedNanos = System.nanoTime();
      }
    }
  }

  /** The rows of one window. */
  MergedRows rows(int window) {
    long from = CountedMembers.BEGIN.plus(Duration.ofHours(window)).toEpochMilli();
    MergedRows.Wanted wanted = new MergedRows.Wanted(from, from + 1, GroupFilter.ANY, 10);
    return state.read(
        view -> MergedRows.of(CountedMembers.exact(), CountedMembers.HOURS, List.of(view), wanted));
  }

  /** Sums up the files of the state, except files that a compaction deletes at the same time. */
  long bytesOnDisk() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(statePath())) {
      for (Path file : files.toList()) {
        bytes += size(file);
      }
    }
    return bytes;
  }

  private static long size(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  @Override
  public void close() throws IOException {
    memory.close();
    folder.close();
  }
}
