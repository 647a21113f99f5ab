package io.messina.bench;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupOptions;
import io.messina.api.Order;
import io.messina.runtime.FormatLevel;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.delivery.LogStretch;
import io.messina.stream.delivery.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Events claimed and acked a second by the delivery core alone, in batches of 100, with the state
 * encoded once for each ten batches and nothing written. Two thousand events are in flight.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DeliveryBenchmark {

  private static final int BATCH = 100;
  private static final int BATCHES = 10;
  private static final int BATCHES_IN_FLIGHT = 20;
  private static final int EVENTS = BATCH * BATCHES;
  private static final int KEYS = 100_000;
  private static final long START = 1L << 40;
  private static final Outcome ACK = new Outcome.Ack();

  /** The order in which events are handed out. */
  @Param public Order order;

  private final SplittableRandom random = new SplittableRandom(7);
  private final FormatLevel formats = new FormatLevel();
  private final long[] positions = new long[EVENTS];
  private final long[] keys = new long[EVENTS];
  private final List<Effect.Claimed> out = new ArrayList<>();
  private GroupDelivery delivery;
  private long nowMillis = 1;

  /** An empty group, and then as much in flight as will be. */
  @Setup
  public void open() {
    delivery = new GroupDelivery(GroupOptions.DEFAULT.order(order), random, START, nowMillis);
    claimBatches(1);
    write();
    for (int i = 1; i <= BATCHES_IN_FLIGHT / BATCHES; i++) {
      readEvents();
      claimBatches(BATCHES);
      write();
    }
  }

  /**
   * Acks ten batches out of order, claims ten more.
   *
   * @return how many events are out
   */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public int claimAndAck() {
    nowMillis++;
    delivery.tick(nowMillis);
    for (int i = 0; i < BATCHES && !out.isEmpty(); i++) {
      int last = out.size() - 1;
      Effect.Claimed batch = out.set(random.nextInt(out.size()), out.get(last));
      out.remove(last);
      delivery.settle(i, ACK, batch.claimIds(), nowMillis);
    }
    readEvents();
    claimBatches(BATCHES);
    write();
    return out.size();
  }

  private void readEvents() {
    long from = delivery.next();
    int count = Math.min(EVENTS, delivery.room());
    for (int i = 0; i < count; i++) {
      positions[i] = from + i;
      keys[i] = random.nextInt(KEYS);
    }
    if (count > 0) {
      delivery.read(new LogStretch(from, from + count, count, positions, keys), nowMillis);
    }
  }

  private void claimBatches(int batches) {
    for (int i = 0; i < batches; i++) {
      delivery.claim(
          i,
          new ClaimRequest(BATCH, ClaimOptions.BYTES_MAX, GroupOptions.DEFAULT.lease(), "worker"),
          nowMillis);
    }
    collect();
  }

  private void write() {
    delivery.beginWrite(nowMillis, formats);
    delivery.confirm(nowMillis);
    collect();
  }

  private void collect() {
    for (Effect effect : delivery.takeEffects()) {
      if (effect instanceof Effect.Claimed claimed && claimed.positions().length > 0) {
        out.add(claimed);
      }
    }
  }
}
