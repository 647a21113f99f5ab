package io.messina.bench.enrich;

import io.messina.enrich.EnrichmentEffects;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.ShardEnrichment;
import io.messina.enrich.ShardStart;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread that offers events and drains answers, all available ones at once. */
final class EnrichmentLoop implements EnrichmentEffects<Integer, Integer, Long, Long> {

  private static final int EVENT_BYTES = 16;
  private static final int OFFERS_MAX = 1_000;
  private static final long PAUSE_NANOS = 20_000;

  private final EnrichmentDatabase database;
  private final ShardEnrichment<Integer, Integer, Long, Long> core;
  private final Answers answers = new Answers();
  private final double eventsPerSecond;
  private final double[] latencies;
  private long beganNanos;
  private int emitted;
  private long outputs;

  /** With so many events per second, or with all as fast as may be if that is 0. */
  EnrichmentLoop(
      EnrichmentDatabase database, EnrichmentOptions options, double eventsPerSecond, int events) {
    this.database = database;
    this.eventsPerSecond = eventsPerSecond;
    this.latencies = new double[eventsPerSecond == 0 ? 0 : events];
    this.core =
        new ShardEnrichment<>(
            options, new Counting<>(), new ShardStart(1, 1, 0), this, new SplittableRandom(1));
  }

  void run(int[] keys, Integer[] boxes) {
    beganNanos = System.nanoTime();
    int next = 0;
    while (emitted < keys.length) {
      long now = System.nanoTime();
      boolean idle = !answers.drainTo(core, now);
      int last = Math.min(due(keys.length, now), next + OFFERS_MAX);
      int before = next;
      while (next < last
          && core.offer(boxes[keys[next]], next + 1, boxes[keys[next]], EVENT_BYTES, now)) {
        next++;
      }
      core.tick(now);
      if (idle && next == before) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private int due(int events, long now) {
    return eventsPerSecond == 0
        ? events
        : (int) Math.min(events, (now - beganNanos) / 1e9 * eventsPerSecond);
  }

  @Override
  public void read(Integer key, long attempt) {
    database.read(key, row -> answers.add(attempt, false, row));
  }

  @Override
  public void write(
      Integer key, @Nullable StateRow<Long> expected, StateRow<Long> row, long attempt) {
    database.write(key, row, stored -> answers.add(attempt, true, stored));
  }

  @Override
  public void emit(Integer key, long first, long position, Long output) {
    if (latencies.length > 0) {
      double dueNanos = (position - 1) / eventsPerSecond * 1e9;
      latencies[(int) position - 1] = (System.nanoTime() - beganNanos - dueNanos) / 1e6;
    }
    outputs += output;
    emitted++;
  }

  /** Milliseconds from when an event was due, in the order of events. */
  double[] latencies() {
    return latencies;
  }

  @Override
  public void deadLetter(FailedEvent<Integer, Integer> letter, long id) {
    throw new IllegalStateException(letter.toString());
  }

  @Override
  public void stopped(String why) {
    throw new IllegalStateException(why + " after " + outputs);
  }

  /** Answers that wait, in two buffers that change places. */
  private static final class Answers {
    private Batch arriving = new Batch();
    private Batch other = new Batch();

    synchronized void add(long attempt, boolean written, @Nullable StateRow<Long> row) {
      arriving.add(attempt, written, row);
    }

    private synchronized Batch swap() {
      Batch arrived = arriving;
      arriving = other;
      other = arrived;
      return arrived;
    }

    boolean drainTo(ShardEnrichment<Integer, Integer, Long, Long> core, long now) {
      Batch batch = swap();
      boolean some = batch.size > 0;
      batch.drainTo(core, now);
      return some;
    }
  }

  private static final class Batch {
    private long[] attempts = new long[1_024];
    private boolean[] written = new boolean[1_024];
    private @Nullable StateRow<Long>[] rows = rows(1_024);
    private int size;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static @Nullable StateRow<Long>[] rows(int count) {
      return new StateRow[count];
    }

    void add(long attempt, boolean write, @Nullable StateRow<Long> row) {
      if (size == attempts.length) {
        attempts = Arrays.copyOf(attempts, 2 * size);
        written = Arrays.copyOf(written, 2 * size);
        rows = Arrays.copyOf(rows, 2 * size);
      }
      attempts[size] = attempt;
      written[size] = write;
      rows[size++] = row;
    }

    void drainTo(ShardEnrichment<Integer, Integer, Long, Long> core, long now) {
      for (int i = 0; i < size; i++) {
        if (written[i]) {
          core.written(attempts[i], WriteResult.APPLIED, now);
        } else {
          core.read(attempts[i], rows[i], now);
        }
        rows[i] = null;
      }
      size = 0;
    }
  }
}
