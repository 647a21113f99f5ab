package io.messina.bench.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that repeat a step until the time is over, each with something of its own. */
final class Workers<T> implements AutoCloseable {

  private final List<T> each;
  private final ExecutorService threads;

  Workers(List<T> each) {
    this.each = List.copyOf(each);
    this.threads = Executors.newFixedThreadPool(each.size());
  }

  /** A step of a thread. */
  @FunctionalInterface
  interface Step<T> {

    /** Does it; returns how many events it acknowledged. */
    int run(T own) throws Exception;
  }

  /** Runs all threads. Fails where one does. */
  Answered run(Duration length, Step<T> step) throws InterruptedException, ExecutionException {
    long beganNanos = System.nanoTime();
    long untilNanos = beganNanos + length.toNanos();
    List<Future<Long>> running = new ArrayList<>();
    for (T own : each) {
      running.add(
          threads.submit(
              () -> {
                long events = 0;
                while (System.nanoTime() < untilNanos) {
                  events += step.run(own);
                }
                return events;
              }));
    }
    long events = 0;
    for (Future<Long> thread : running) {
      events += thread.get();
    }
    return Answered.of(events, (System.nanoTime() - beganNanos) / 1e9);
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
