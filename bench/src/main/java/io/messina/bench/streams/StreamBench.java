package io.messina.bench.streams;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Loads one stream with events of 200 bytes that do not compress, and empties it. */
public final class StreamBench {

  /** Events of an append. */
  public static final int BATCH = 100;

  static final int THREADS = 8;
  static final StreamName NAME = new StreamName("bench");

  private static final int PAYLOAD_BYTES = 200;
  private static final int KEYS = 100_000;
  private static final int PREPARED = 2_000;

  private final Stream stream;
  private final int underWayMax;
  private final int claimMax;

  /**
   * Makes the stream {@code bench} where it is missing.
   *
   * @param streams where
   * @param underWayMax how many appends each of the eight threads has under way
   * @param claimMax how many events a worker claims at a time
   */
  public StreamBench(Streams streams, int underWayMax, int claimMax) {
    this(streams, StreamOptions.DEFAULT, underWayMax, claimMax);
  }

  StreamBench(Streams streams, StreamOptions options, int underWayMax, int claimMax) {
    streams.create(NAME, options);
    this.stream = streams.stream(NAME);
    this.underWayMax = underWayMax;
    this.claimMax = claimMax;
  }

  Stream stream() {
    return stream;
  }

  /**
   * A group that begins with the oldest event.
   *
   * @param name how it is called
   * @param options its options
   * @return the group
   */
  public Group group(String name, GroupOptions options) {
    GroupName group = new GroupName(name);
    stream.createGroup(group, Start.earliest(), options);
    return stream.group(group);
  }

  /**
   * Appends from eight threads.
   *
   * @param events how many
   * @return events per second
   * @throws InterruptedException where the thread is interrupted
   */
  public double append(long events) throws InterruptedException {
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
      if (underWay.size() == underWayMax) {
        underWay.remove().join();
      }
    }
    underWay.forEach(CompletableFuture::join);
  }

  /**
   * Claims and acks.
   *
   * @param group of which group
   * @param events how many
   * @param workers by how many workers
   * @return events per second
   * @throws InterruptedException where the thread is interrupted
   */
  public double claimAndAck(Group group, long events, int workers) throws InterruptedException {
    AtomicLong left = new AtomicLong(events);
    long began = System.nanoTime();
    inThreads(workers, worker -> work(group, "worker-" + worker, left));
    return events / seconds(began);
  }

  private void work(Group group, String worker, AtomicLong left) {
    ClaimOptions claim =
        ClaimOptions.upTo(claimMax).withWait(Duration.ofSeconds(1)).withWorker(worker);
    while (left.get() > 0) {
      List<ClaimedEvent> claimed = group.claim(claim);
      List<ClaimAddress> receipts = new ArrayList<>(claimed.size());
      claimed.forEach(event -> receipts.add(event.receipt()));
      if (!receipts.isEmpty()) {
        group.ack(receipts);
        left.addAndGet(-receipts.size());
      }
    }
  }

  /** Something done by several threads at once. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does its part.
     *
     * @param thread the number of the thread, from 0
     */
    void run(int thread);
  }

  /**
   * Runs something in threads and waits for all.
   *
   * @param threads how many
   * @param work the work
   * @throws InterruptedException where the thread is interrupted
   */
  public static void inThreads(int threads, Work work) throws InterruptedException {
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      running.add(Thread.startVirtualThread(() -> work.run(thread)));
    }
    for (Thread thread : running) {
      thread.join();
    }
  }

  private static List<List<Event>> prepared(long seed) {
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

  private static Event event(SplittableRandom random) {
    byte[] payload = new byte[PAYLOAD_BYTES];
    random.nextBytes(payload);
    return Event.builder(Bytes.wrap(payload))
        .key(Bytes.utf8("user-" + random.nextInt(KEYS)))
        .build();
  }

  /**
   * Returns the time since a moment.
   *
   * @param beganNanos by {@link System#nanoTime}
   * @return seconds
   */
  public static double seconds(long beganNanos) {
    return (System.nanoTime() - beganNanos) / 1e9;
  }
}
