package io.messina.bench;

import io.messina.bench.enrich.Counting;
import io.messina.enrich.EnrichmentEffects;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.ShardEnrichment;
import io.messina.enrich.ShardStart;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * Events enriched a second by the core alone, on a database that answers at once: a hundred are
 * offered, then all answers are passed on. Of 100,000 keys, each as often as any other. With {@code
 * -prof gc} it tells the garbage per event.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class EnrichmentBenchmark {

  private static final int EVENTS = 1_000;
  private static final int TOGETHER = 100;
  private static final int KEYS = 100_000;
  private static final int EVENT_BYTES = 16;

  /** Whether states are kept in memory. */
  @Param({"false", "true"})
  public boolean cached;

  private final SplittableRandom random = new SplittableRandom(7);
  private final Integer[] keys = new Integer[KEYS];
  private final NullDatabase database = new NullDatabase();
  private ShardEnrichment<Integer, Integer, Long, Long> core;
  private long position = 1;
  private long nanos;

  /** An enrichment of no events. */
  @Setup
  public void open() {
    Arrays.setAll(keys, i -> i);
    EnrichmentOptions options = EnrichmentOptions.DEFAULT.permits(1_000);
    core =
        new ShardEnrichment<>(
            cached ? options : options.cache(EnrichmentOptions.Cache.NONE),
            new Counting<>(),
            new ShardStart(1, position, 0),
            database,
            random);
  }

  /**
   * Enriches events.
   *
   * @return up to where all are finished
   */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long enrich() {
    for (int i = 0; i < EVENTS / TOGETHER; i++) {
      nanos += 1_000;
      for (int j = 0; j < TOGETHER; j++) {
        Integer key = keys[random.nextInt(KEYS)];
        core.offer(key, position++, key, EVENT_BYTES, nanos);
      }
      database.answer(core, nanos);
      core.tick(nanos);
    }
    return core.completeTo();
  }

  /** Has no rows, and writes none. */
  private static final class NullDatabase
      implements EnrichmentEffects<Integer, Integer, Long, Long> {

    private Attempts reads = new Attempts();
    private Attempts writes = new Attempts();
    private Attempts spare = new Attempts();
    private long sum;

    void answer(ShardEnrichment<Integer, Integer, Long, Long> core, long nanos) {
      while (reads.count + writes.count > 0) {
        Attempts asked = reads;
        reads = spare;
        for (int i = 0; i < asked.count; i++) {
          core.read(asked.numbers[i], null, nanos);
        }
        asked.count = 0;
        spare = writes;
        writes = asked;
        for (int i = 0; i < spare.count; i++) {
          core.written(spare.numbers[i], WriteResult.APPLIED, nanos);
        }
        spare.count = 0;
      }
    }

    @Override
    public void read(Integer key, long attempt) {
      reads.add(attempt);
    }

    @Override
    public void write(
        Integer key, @Nullable StateRow<Long> expected, StateRow<Long> row, long attempt) {
      writes.add(attempt);
    }

    @Override
    public void emit(Integer key, long first, long position, Long output) {
      sum += output;
    }

    @Override
    public void deadLetter(FailedEvent<Integer, Integer> letter, long id) {
      throw new IllegalStateException(letter.toString());
    }

    @Override
    public void stopped(String why) {
      throw new IllegalStateException(why + " after " + sum);
    }
  }

  private static final class Attempts {
    final long[] numbers = new long[2 * TOGETHER];
    int count;

    void add(long attempt) {
      numbers[count++] = attempt;
    }
  }
}
