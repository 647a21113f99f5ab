package io.messina.bench;

import io.messina.store.Bytes;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.GroupName;
import io.messina.stream.Receipt;
import io.messina.stream.StreamName;
import io.messina.stream.catalog.Start;
import io.messina.stream.catalog.StreamOptions;
import io.messina.stream.delivery.GroupOptions;
import io.messina.stream.node.Claim;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A stream on a fresh embedded store that syncs, with events of 200 bytes that do not compress. */
final class StreamBench implements AutoCloseable {

  static final int BATCH = 100;
  static final int THREADS = 8;

  private static final int PAYLOAD_BYTES = 200;
  private static final int KEYS = 100_000;
  private static final int PREPARED = 2_000;

  /** How many appends a thread has under way. */
  private static final int UNDER_WAY = 8;

  private final Path folder;
  private final RocksStore store;
  private final Streams streams;
  private final Stream stream;

  private StreamBench(Path folder) {
    this.folder = folder;
    this.store =
        RocksStore.open(folder.resolve("store"), RocksStoreOptions.DEFAULT, InstantSource.system());
    this.streams = Streams.embedded(store);
    StreamName name = new StreamName("bench");
    streams.create(name, StreamOptions.DEFAULT);
    this.stream = streams.stream(name);
  }

  static StreamBench open() throws IOException {
    return new StreamBench(Files.createTempDirectory("messina-bench"));
  }

  Stream stream() {
    return stream;
  }

  Group group(String name, GroupOptions options) {
    GroupName group = new GroupName(name);
    stream.createGroup(group, new Start.Earliest(), options);
    return stream.group(group);
  }

  /** Appends so many events from eight threads; returns events per second. */
  double append(long events) throws InterruptedException {
    AtomicLong left = new AtomicLong(events / BATCH);
    long began = System.nanoTime();
    inThreads(THREADS, thread -> appendBatches(thread, left));
    return events / seconds(began);
  }

  private void appendBatches(int thread, AtomicLong left) {
    List<List<Event>> prepared = prepared(thread);
    Deque<CompletableFuture<?>> underWay = new ArrayDeque<>();
    for (int i = 0; left.getAndDecrement() > 0; i++) {
      underWay.add(stream.appendLater(prepared.get(i % prepared.size())));
      if (underWay.size() == UNDER_WAY) {
        underWay.remove().join();
      }
    }
    underWay.forEach(CompletableFuture::join);
  }

  /** Claims and acks so many events in batches from several workers; returns events per second. */
  static double claimAndAck(Group group, long events, int workers) throws InterruptedException {
    AtomicLong left = new AtomicLong(events);
    long began = System.nanoTime();
    inThreads(workers, worker -> work(group, "worker-" + worker, left));
    return events / seconds(began);
  }

  private static void work(Group group, String worker, AtomicLong left) {
    Claim claim = Claim.of(BATCH).withWait(Duration.ofSeconds(1)).withWorker(worker);
    while (left.get() > 0) {
      List<ClaimedEvent> claimed = group.claim(claim);
      List<Receipt> receipts = new ArrayList<>(claimed.size());
      claimed.forEach(event -> receipts.add(event.receipt()));
      if (!receipts.isEmpty()) {
        group.ack(receipts);
        left.addAndGet(-receipts.size());
      }
    }
  }

  /** Something done by several threads at once. */
  interface Work {
    void run(int thread);
  }

  static void inThreads(int threads, Work work) throws InterruptedException {
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      running.add(Thread.startVirtualThread(() -> work.run(thread)));
    }
    for (Thread thread : running) {
      thread.join();
    }
  }

  static List<List<Event>> prepared(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<Event>> batches = new ArrayList<>();
    for (int i = 0; i < PREPARED / BATCH; i++) {
      List<Event> events = new ArrayList<>();
      for (int j = 0; j < BATCH; j++) {
        events.add(event(random));
      }
      batches.add(events);
    }
    return batches;
  }

  static Event event(SplittableRandom random) {
    byte[] payload = new byte[PAYLOAD_BYTES];
    random.nextBytes(payload);
    return Event.builder(Bytes.wrap(payload))
        .key(Bytes.utf8("user-" + random.nextInt(KEYS)))
        .build();
  }

  static double seconds(long beganNanos) {
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  @Override
  public void close() throws IOException {
    streams.close();
    store.close();
    EmbeddedStore.deleteAll(folder);
  }
}
