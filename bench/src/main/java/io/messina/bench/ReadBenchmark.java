package io.messina.bench;

import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Rows read a second by one thread: one by one, and in scans of 10,000 rows of 100 bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class ReadBenchmark {

  private static final int PARTITIONS = 100;
  private static final int ROWS = 10_000;
  private static final int ROW_BYTES = 100;

  private EmbeddedStore embedded;

  /**
   * Opens a store and fills it with a million rows.
   *
   * @throws IOException if there is no room for it
   */
  @Setup
  public void open() throws IOException {
    embedded = EmbeddedStore.open(RocksStoreOptions.DEFAULT);
    for (int owner = 0; owner < PARTITIONS; owner++) {
      embedded.fill(EmbeddedStore.ROWS, owner, ROWS, ROW_BYTES);
    }
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
   * A row by its key.
   *
   * @return the row
   */
  @Benchmark
  public Optional<Row> get() {
    return embedded
        .store()
        .get(partition().row(EmbeddedStore.NUMBER.of(ThreadLocalRandom.current().nextLong(ROWS))));
  }

  /**
   * A key that has no row.
   *
   * @return nothing
   */
  @Benchmark
  public Optional<Row> getAbsent() {
    return embedded.store().get(partition().row(EmbeddedStore.NUMBER.of(-1L)));
  }

  /**
   * A whole partition.
   *
   * @return how many rows it has
   */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int scan() {
    return count(Scan.of(partition()));
  }

  /**
   * A whole partition from its end.
   *
   * @return how many rows it has
   */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int scanReversed() {
    return count(Scan.of(partition()).reverse());
  }

  private int count(Scan scan) {
    int count = 0;
    for (Iterator<Row> rows = embedded.store().scan(scan); rows.hasNext(); rows.next()) {
      count++;
    }
    return count;
  }

  private static PartitionKey partition() {
    return EmbeddedStore.ROWS.partition(
        EmbeddedStore.OWNER.of(ThreadLocalRandom.current().nextLong(PARTITIONS)));
  }
}
