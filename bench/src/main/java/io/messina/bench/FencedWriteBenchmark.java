package io.messina.bench;

import io.messina.store.Bytes;
import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Durable fenced writes a second, each thread in a separate partition, with a row of 600 bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 5, time = 3)
public class FencedWriteBenchmark {

  private static final int ROW_BYTES = 600;

  private final AtomicLong owners = new AtomicLong();
  private final Bytes content = EmbeddedStore.content(ROW_BYTES, 1);
  private EmbeddedStore embedded;

  /** One partition for each thread, and its present fence. */
  @State(Scope.Thread)
  public static class Owner {

    private PartitionKey partition;
    private Fence standing;

    /**
     * Takes the partition.
     *
     * @param benchmark where the store is
     */
    @Setup
    public void take(FencedWriteBenchmark benchmark) {
      partition =
          EmbeddedStore.FENCED.partition(
              EmbeddedStore.OWNER.of(benchmark.owners.incrementAndGet()));
      standing = new Fence(0, 0, Incarnation.next(new Random()));
      benchmark.embedded.store().writeIf(FencedBatch.first(standing, partition).build());
    }
  }

  /**
   * Opens a store.
   *
   * @throws IOException if there is no room for it
   */
  @Setup
  public void open() throws IOException {
    embedded = EmbeddedStore.open(RocksStoreOptions.DEFAULT);
  }

  /**
   * Removes the store.
   *
   * @throws IOException if that fails
   */
  @TearDown
  public void close() throws IOException {
    embedded.close();
  }

  /**
   * One owner.
   *
   * @param owner the thread's partition
   * @return that it applied
   */
  @Benchmark
  @Threads(1)
  public FenceOutcome oneThread(Owner owner) {
    return write(owner);
  }

  /**
   * Sixteen owners.
   *
   * @param owner the thread's partition
   * @return that it applied
   */
  @Benchmark
  @Threads(16)
  public FenceOutcome sixteenThreads(Owner owner) {
    return write(owner);
  }

  private FenceOutcome write(Owner owner) {
    Fence next = owner.standing.next();
    Row state =
        Row.of(owner.partition.row(EmbeddedStore.NUMBER.of(0L)), EmbeddedStore.CONTENT.of(content));
    FenceOutcome outcome =
        embedded
            .store()
            .writeIf(FencedBatch.after(owner.standing, next, owner.partition).put(state).build());
    owner.standing = next;
    return outcome;
  }
}
