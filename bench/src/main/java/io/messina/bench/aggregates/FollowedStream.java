package io.messina.bench.aggregates;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.node.Aggregate;
import io.messina.aggregate.node.AggregateJob;
import io.messina.aggregate.node.AggregateStatus;
import io.messina.aggregate.node.StateSettings;
import io.messina.aggregate.snapshot.DirectorySnapshotPlace;
import io.messina.aggregate.state.StateMemory;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.bench.figures.EmbeddedStreams;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.node.Streams;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A stream of one shard on a fresh embedded store, and an aggregate that follows it from its oldest
 * event, with a snapshot into a folder every ten seconds.
 */
final class FollowedStream implements AutoCloseable {

  private static final StreamName NAME = new StreamName("bench");
  private static final int BATCH = 1_000;
  private static final int GROUPS = 50;
  private static final int MEMBERS = 1_000_000;
  private static final long MICROS_PER_EVENT = 3_600;
  private static final Duration LOOK = Duration.ofMillis(5);
  private static final Duration SNAPSHOT_EVERY = Duration.ofSeconds(10);

  private final EmbeddedStreams embedded;
  private final Streams streams;

  FollowedStream() throws IOException {
    this.embedded = EmbeddedStreams.open();
    this.streams = embedded.streams();
    var _ = streams.create(NAME, StreamOptions.DEFAULT.shards(1));
  }

  /** Appends events, of which a million are of one hour. */
  void append(int events) {
    SplittableRandom random = new SplittableRandom(7);
    Instant begin = Instant.now().minus(Duration.ofDays(1));
    for (int at = 0; at < events; at += BATCH) {
      List<Event> batch = new ArrayList<>(BATCH);
      for (int i = at; i < at + BATCH; i++) {
        batch.add(
            Event.builder(Bytes.utf8("user-" + random.nextInt(MEMBERS)))
                .key(Bytes.utf8("flag-" + random.nextInt(GROUPS)))
                .time(begin.plusNanos(i * MICROS_PER_EVENT * 1_000))
                .build());
      }
      var _ = streams.stream(NAME).append(batch);
    }
  }

  /** The cost of following. */
  record Followed(double seconds, AggregateStatus.Snapshots snapshots) {}

  /** Follows all events, until they are in the committed state. */
  Followed follow(String name, Aggregator aggregator, int events) {
    try (StateMemory memory = new StateMemory()) {
      StateSettings settings =
          new StateSettings(embedded.folder().path().resolve("states"), memory)
              .withSnapshots(
                  new DirectorySnapshotPlace(embedded.folder().path().resolve("snapshots")),
                  SNAPSHOT_EVERY);
      AggregateJob job = new AggregateJob(aggregator, CountedMembers.HOURS, 1);
      long began = System.nanoTime();
      try (Aggregate aggregate =
          Aggregate.start(embedded.store(), streams, NAME, name, job, settings)) {
        while (added(aggregate) < events) {
          LockSupport.parkNanos(LOOK.toNanos());
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        return new Followed(
            seconds, Objects.requireNonNull(aggregate.status().shards().get(0)).snapshots());
      }
    }
  }

  private static long added(Aggregate aggregate) {
    return aggregate.status().shards().values().stream()
        .mapToLong(shard -> shard.events().added())
        .sum();
  }

  @Override
  public void close() throws IOException {
    embedded.close();
  }
}
