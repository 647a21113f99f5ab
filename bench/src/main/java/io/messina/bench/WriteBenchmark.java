package io.messina.bench;

import io.messina.store.Bytes;
import io.messina.store.rocksdb.RocksStoreOptions;
import java.io.IOException;
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

/**
 * Durable single-row writes a second, rows of 100 bytes where nothing else is said, the log synced
 * before each is acknowledged; writers are virtual threads.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Djmh.executor=VIRTUAL")
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 5, time = 3)
public class WriteBenchmark {

  private static final int ROW_BYTES = 100;
  private static final int BIG_ROW_BYTES = 20 * 1024;

  private final AtomicLong owners = new AtomicLong();
  private final Bytes content = EmbeddedStore.content(ROW_BYTES, 1);
  private final Bytes bigContent = EmbeddedStore.content(BIG_ROW_BYTES, 1);
  private EmbeddedStore embedded;

  /** One partition for each thread, written row by row. */
  @State(Scope.Thread)
  public static class Writer {

    private long owner;
    private long number;

    /**
     * Names the partition.
     *
     * @param benchmark numbers the threads
     */
    @Setup
    public void name(WriteBenchmark benchmark) {
      owner = benchmark.owners.incrementAndGet();
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
   * One writer: each write is a sync.
   *
   * @param writer the thread's partition
   */
  @Benchmark
  @Threads(1)
  public void oneThread(Writer writer) {
    write(writer);
  }

  /**
   * Eight writers share syncs.
   *
   * @param writer the thread's partition
   */
  @Benchmark
  @Threads(8)
  public void eightThreads(Writer writer) {
    write(writer);
  }

  /**
   * Sixty-four writers share syncs.
   *
   * @param writer the thread's partition
   */
  @Benchmark
  @Threads(64)
  public void sixtyFourThreads(Writer writer) {
    write(writer);
  }

  /**
   * Sixty-four writers of append-only rows of 20 KiB.
   *
   * @param writer the thread's partition
   */
  @Benchmark
  @Threads(64)
  public void bigRows(Writer writer) {
    embedded.put(EmbeddedStore.LOG, writer.owner, writer.number++, bigContent);
  }

  private void write(Writer writer) {
    embedded.put(EmbeddedStore.ROWS, writer.owner, writer.number++, content);
  }
}
