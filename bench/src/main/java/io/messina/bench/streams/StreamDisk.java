package io.messina.bench.streams;

import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.bench.figures.ProcessTime;
import io.messina.bench.figures.TemporaryFolder;
import io.messina.store.PartitionWalk;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.log.LaneTables;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.EventPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** What a stream on the embedded store costs that is no longer in memory. */
final class StreamDisk {

  private static final int UNDER_WAY = 8;
  private static final int SHARDS = 1024;
  private static final int SHARDS_READ = 64;
  private static final int PAGE_EVENTS = 500;
  private static final long EVENTS = 2_000_000;
  private static final long FEW = 10_000;
  private static final Duration SWEPT_AFTER = Duration.ofMinutes(70);
  private static final Duration FREED_WITHIN = Duration.ofMinutes(2);

  private StreamDisk() {}

  /** Reads some shards of many from their beginning, after a restart. */
  static void catchUp() throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      try (Store store = store(folder, InstantSource.system());
          Streams streams = Streams.embedded(store)) {
        StreamOptions options = StreamOptions.defaults().shards(SHARDS);
        StreamBench bench = new StreamBench(streams, options, UNDER_WAY, StreamBench.BATCH);
        awaitOwned(streams);
        bench.append(EVENTS);
      }
      try (Store store = store(folder, InstantSource.system());
          Streams streams = Streams.embedded(store)) {
        Stream stream = streams.stream(StreamBench.NAME);
        awaitOwned(streams);
        long events = 0;
        ProcessTime time = ProcessTime.start();
        for (int shard = 0; shard < SHARDS_READ; shard++) {
          events += readAll(stream, shard);
        }
        System.out.printf(
            "catch-up of %d of %,d shards, one by one: %,.0f events/s, %.2f µs of the processor an"
                + " event%n",
            SHARDS_READ, SHARDS, events / time.seconds(), time.cpuMicros() / events);
      }
    }
  }

  private static void awaitOwned(Streams streams) {
    while (streams.owned().size() < SHARDS) {
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
  }

  private static long readAll(Stream stream, int shard) {
    long events = 0;
    Position from = stream.find(shard, Start.earliest());
    while (true) {
      EventPage page = stream.read(shard, Optional.of(from), PAGE_EVENTS, Duration.ZERO);
      if (page.events().isEmpty()) {
        return events;
      }
      events += page.events().size();
      from = page.next();
    }
  }

  /** Deletes a stream, goes on with a small one, and waits until its disk space is free. */
  static void freed() throws IOException, InterruptedException {
    AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    InstantSource clock = () -> Instant.now().plus(ahead.get());
    try (TemporaryFolder folder = TemporaryFolder.create();
        Store store = store(folder, clock);
        Streams streams = Streams.embedded(store)) {
      StreamRates.bench(streams).append(EVENTS);
      long before = bytes(folder.path());
      streams.delete(StreamBench.NAME);
      while (store.partitions(PartitionWalk.of(LaneTables.SEGMENTS)).hasNext()) {
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
      ahead.set(SWEPT_AFTER);
      StreamRates.bench(streams).append(FEW);
      ProcessTime time = ProcessTime.start();
      long after = bytes(folder.path());
      while (after > before / 4 && time.seconds() < FREED_WITHIN.toSeconds()) {
        LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        after = bytes(folder.path());
      }
      System.out.printf(
          "disk of a deleted stream: %,d of %,d MiB left after %.0f s, %.1f s of the processor%n",
          after >> 20, before >> 20, time.seconds(), time.cpuMicros() / 1e6);
    }
  }

  private static Store store(TemporaryFolder folder, InstantSource clock) {
    RocksStoreOptions options = RocksStoreOptions.DEFAULT;
    return RocksStore.open(
        folder.path().resolve("store"),
        new RocksStoreOptions(
            options.durability(),
            options.blockCacheBytes(),
            options.writeBufferBytes(),
            options.backgroundJobs(),
            options.queuedBytesMax(),
            options.freeBytesMin(),
            options.deleteMemory(),
            Duration.ofSeconds(1)),
        clock);
  }

  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    try (var files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
      }
    }
    return bytes;
  }
}
