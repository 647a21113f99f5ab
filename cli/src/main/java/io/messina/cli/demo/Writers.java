package io.messina.cli.demo;

import io.messina.store.HybridClock;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Virtual threads that write rows, each row on its own. A writer waits until its row is durable
 * before it takes the next one; the store commits together what is waiting.
 */
final class Writers {

  static final int COUNT = 256;

  private final Store store;
  private final HybridClock timestamps;

  Writers(Store store, HybridClock timestamps) {
    this.store = store;
    this.timestamps = timestamps;
  }

  /** Writes all rows; the first failure ends it. */
  Written write(List<Row> rows, Progress.Step step) {
    long[] nanos = new long[rows.size()];
    AtomicInteger taken = new AtomicInteger();
    AtomicInteger acknowledged = new AtomicInteger();
    long begun = System.nanoTime();
    runAll(
        () -> {
          for (int i = take(taken); i < rows.size(); i = take(taken)) {
            nanos[i] = write(rows.get(i));
            acknowledged.incrementAndGet();
            step.advance();
          }
        },
        taken);
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    return new Written(acknowledged.get(), took, new Latencies(nanos));
  }

  private long write(Row row) {
    long begun = System.nanoTime();
    store.write(PlainBatch.in(row.key().partition(), timestamps.next()).put(row).build());
    return System.nanoTime() - begun;
  }

  private static int take(AtomicInteger taken) {
    return taken.getAndUpdate(count -> count == Integer.MAX_VALUE ? count : count + 1);
  }

  private static void runAll(Runnable writer, AtomicInteger taken) {
    Runnable untilFailure =
        () -> {
          try {
            writer.run();
          } catch (RuntimeException e) {
            taken.set(Integer.MAX_VALUE);
            throw e;
          }
        };
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<? extends Future<?>> futures =
          IntStream.range(0, COUNT).mapToObj(number -> threads.submit(untilFailure)).toList();
      for (Future<?> future : futures) {
        future.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while writing", e);
    }
  }
}
