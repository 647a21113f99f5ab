package io.messina.bench.streams;

import io.messina.api.GroupOptions;
import io.messina.bench.figures.DiskSync;
import io.messina.bench.figures.EmbeddedStreams;
import io.messina.bench.figures.Percentiles;
import io.messina.bench.figures.ProcessTime;
import io.messina.store.Bytes;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.Event;
import io.messina.stream.node.Group;
import io.messina.stream.node.Streams;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** The speed of a stream on the embedded store, arm by arm; rounds of different arms take turns. */
public final class StreamRates {

  /** The number of appends that a thread has under way. */
  private static final int UNDER_WAY = 8;

  private static final int ROUNDS = 5;
  private static final long APPENDED_PER_ROUND = 2_000_000;
  private static final long CLAIMED_PER_ROUND = 500_000;
  private static final int WORKERS = 16;
  private static final int LATENCY_EVENTS_PER_SECOND = 10_000;
  private static final int LATENCY_SECONDS = 10;
  private static final long VOLUME_EVENTS = 10_000_000;
  private static final long FEW = 100_000;
  private static final long MANY = 10_000_000;

  private StreamRates() {}

  /**
   * Runs an arm.
   *
   * @param arm which
   * @throws IOException if there is no room for a store
   * @throws InterruptedException if the program is told to stop
   */
  public static void run(String arm) throws IOException, InterruptedException {
    switch (arm) {
      case "rates" -> rates();
      case "latency" -> latency();
      case "volume" -> volume();
      case "depth" -> depth();
      case "mixed" -> mixed();
      case "catch-up" -> StreamDisk.catchUp();
      case "freed" -> StreamDisk.freed();
      default ->
          throw new IllegalArgumentException(
              "streams: "
                  + arm
                  + " (expected: rates, latency, volume, depth, mixed, catch-up or freed)");
    }
  }

  /** Appends and claims in turns. */
  private static void rates() throws IOException, InterruptedException {
    List<Double> appends = new ArrayList<>();
    List<Double> claims = new ArrayList<>();
    try (EmbeddedStreams embedded = EmbeddedStreams.open()) {
      StreamBench bench = bench(embedded);
      bench.append(APPENDED_PER_ROUND);
      Group group = bench.group("rates", GroupOptions.DEFAULT);
      for (int round = 0; round < ROUNDS; round++) {
        appends.add(bench.append(APPENDED_PER_ROUND));
        claims.add(bench.claimAndAck(group, CLAIMED_PER_ROUND, WORKERS));
        System.out.printf(
            "round %d: append %,.0f events/s, claim and ack %,.0f events/s%n",
            round, appends.getLast(), claims.getLast());
      }
    }
    System.out.printf(
        "median: append %,.0f events/s, claim and ack %,.0f events/s%n",
        median(appends), median(claims));
  }

  /** Appends and claims at the same time. */
  private static void mixed() throws IOException, InterruptedException {
    List<Double> rates = new ArrayList<>();
    List<Double> micros = new ArrayList<>();
    try (EmbeddedStreams embedded = EmbeddedStreams.open()) {
      StreamBench bench = bench(embedded);
      Group group = bench.group("mixed", GroupOptions.DEFAULT);
      for (int round = 0; round <= ROUNDS; round++) {
        ProcessTime time = ProcessTime.start();
        StreamBench.inThreads(2, thread -> appendOrClaim(bench, group, thread));
        if (round > 0) {
          rates.add(CLAIMED_PER_ROUND / time.seconds());
          micros.add(time.cpuMicros() / CLAIMED_PER_ROUND);
        }
      }
    }
    System.out.printf(
        "median: append, claim and ack beside each other %,.0f events/s, %.2f µs of the processor"
            + " an event%n",
        median(rates), median(micros));
  }

  private static void appendOrClaim(StreamBench bench, Group group, int thread) {
    try {
      if (thread == 0) {
        bench.append(CLAIMED_PER_ROUND);
      } else {
        bench.claimAndAck(group, CLAIMED_PER_ROUND, WORKERS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** From just before an event is appended to when an in-process handler has it. */
  private static void latency() throws IOException, InterruptedException {
    Percentiles syncMicros = DiskSync.micros();
    ConcurrentLinkedQueue<Double> micros = new ConcurrentLinkedQueue<>();
    try (EmbeddedStreams embedded = EmbeddedStreams.open()) {
      StreamBench bench = bench(embedded);
      Group group = bench.group("latency", GroupOptions.DEFAULT);
      try (var _ =
          group.claim(
              event -> micros.add(microsSince(event.stored().event())), ConsumerOptions.DEFAULT)) {
        appendEvenly(bench);
      }
    }
    List<Double> settled = new ArrayList<>(micros);
    // Code that the compiler had not seen yet must not be measured.
    settled = settled.subList(settled.size() / 5, settled.size());
    System.out.printf("fsync p50 %.0f µs, p99 %.0f µs%n", syncMicros.at(50), syncMicros.at(99));
    Percentiles taken = Percentiles.of(settled);
    System.out.printf(
        "append to handler at %,d events/s: p50 %.0f µs, p99 %.0f µs, of %,d events%n",
        LATENCY_EVENTS_PER_SECOND, taken.at(50), taken.at(99), settled.size());
  }

  private static void appendEvenly(StreamBench bench) {
    SplittableRandom random = new SplittableRandom(1);
    long began = System.nanoTime();
    long gapNanos = 1_000_000_000L / LATENCY_EVENTS_PER_SECOND;
    CompletableFuture<?> last = CompletableFuture.completedFuture(null);
    for (long i = 0; i < (long) LATENCY_EVENTS_PER_SECOND * LATENCY_SECONDS; i++) {
      long due = began + i * gapNanos;
      for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
        LockSupport.parkNanos(due - now);
      }
      last = bench.stream().appendLater(List.of(stamped(random)));
    }
    last.join();
  }

  private static Event stamped(SplittableRandom random) {
    byte[] payload = new byte[200];
    random.nextBytes(payload);
    ByteBuffer.wrap(payload).putLong(System.nanoTime());
    return Event.builder(Bytes.wrap(payload))
        .key(Bytes.utf8("user-" + random.nextInt(100_000)))
        .build();
  }

  private static double microsSince(Event event) {
    return (System.nanoTime() - event.payload().asByteBuffer().getLong()) / 1e3;
  }

  /** Ten million events in and out; to be run with a small heap. */
  private static void volume() throws IOException, InterruptedException {
    try (EmbeddedStreams embedded = EmbeddedStreams.open()) {
      StreamBench bench = bench(embedded);
      double appended = bench.append(VOLUME_EVENTS);
      Group group = bench.group("volume", GroupOptions.DEFAULT);
      double claimed = bench.claimAndAck(group, VOLUME_EVENTS, WORKERS);
      System.out.printf(
          "%,d events with a heap of %,d MiB: append %,.0f events/s, claim and ack %,.0f"
              + " events/s%n",
          VOLUME_EVENTS, Runtime.getRuntime().maxMemory() >> 20, appended, claimed);
    }
  }

  /** The same work with few and with many events stored, in turns. */
  private static void depth() throws IOException, InterruptedException {
    try (EmbeddedStreams small = EmbeddedStreams.open();
        EmbeddedStreams large = EmbeddedStreams.open()) {
      StreamBench few = bench(small);
      StreamBench many = bench(large);
      few.append(FEW);
      many.append(MANY);
      Group fromFew = few.group("depth", GroupOptions.DEFAULT);
      Group fromMany = many.group("depth", GroupOptions.DEFAULT);
      List<Double> appends = new ArrayList<>();
      List<Double> claims = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        double appendFew = few.append(FEW);
        double appendMany = many.append(FEW);
        double claimFew = few.claimAndAck(fromFew, FEW, WORKERS);
        double claimMany = many.claimAndAck(fromMany, FEW, WORKERS);
        appends.add(appendMany / appendFew);
        claims.add(claimMany / claimFew);
      }
      System.out.printf(
          "with %,d events stored, of the rate with %,d: append %.2f, claim and ack %.2f%n",
          MANY, FEW, median(appends), median(claims));
    }
  }

  private static StreamBench bench(EmbeddedStreams embedded) {
    return bench(embedded.streams());
  }

  static StreamBench bench(Streams streams) {
    return new StreamBench(streams, UNDER_WAY, StreamBench.BATCH);
  }

  private static double median(List<Double> values) {
    return Percentiles.of(values).median();
  }
}
