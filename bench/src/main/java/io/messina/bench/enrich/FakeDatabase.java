package io.messina.bench.enrich;

import io.messina.enrich.StateRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One count per key, in memory; every request takes the same time, and is answered by one thread.
 */
final class FakeDatabase implements EnrichmentDatabase {

  private static final long PAUSE_NANOS = 20_000;

  private final @Nullable StateRow<Long>[] rows;
  private final long latencyNanos;
  private final Thread thread;
  private List<Request> arriving = new ArrayList<>();
  private volatile boolean closed;
  private long requests;
  private long writes;

  @SuppressWarnings({"unchecked", "rawtypes"})
  FakeDatabase(int keys, int latencyMicros) {
    this.rows = new StateRow[keys];
    this.latencyNanos = latencyMicros * 1_000L;
    this.thread = Thread.ofPlatform().name("database").start(this::run);
  }

  /**
   * A request.
   *
   * @param row null to read
   * @param answer is given the row by the thread of the database
   */
  private record Request(
      int key,
      @Nullable StateRow<Long> row,
      long dueNanos,
      Consumer<@Nullable StateRow<Long>> answer) {}

  @Override
  public void read(int key, Consumer<@Nullable StateRow<Long>> answer) {
    send(new Request(key, null, System.nanoTime() + latencyNanos, answer));
  }

  @Override
  public void write(int key, StateRow<Long> row, Consumer<@Nullable StateRow<Long>> answer) {
    send(new Request(key, row, System.nanoTime() + latencyNanos, answer));
  }

  private synchronized void send(Request request) {
    arriving.add(request);
  }

  private synchronized List<Request> takeArrived(List<Request> empty) {
    List<Request> arrived = arriving;
    arriving = empty;
    return arrived;
  }

  private void run() {
    ArrayDeque<Request> underWay = new ArrayDeque<>();
    List<Request> empty = new ArrayList<>();
    while (!closed) {
      List<Request> arrived = takeArrived(empty);
      underWay.addAll(arrived);
      arrived.clear();
      empty = arrived;
      long now = System.nanoTime();
      while (!underWay.isEmpty() && underWay.element().dueNanos() - now <= 0) {
        answer(underWay.remove());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void answer(Request request) {
    requests++;
    StateRow<Long> row = request.row();
    if (row != null) {
      writes++;
      rows[request.key()] = row;
    }
    request.answer().accept(rows[request.key()]);
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public long requests() {
    return requests;
  }

  @Override
  public long writes() {
    return writes;
  }

  @Override
  public long sum() {
    long sum = 0;
    for (StateRow<Long> row : rows) {
      Long count = row == null ? null : row.state();
      sum += count == null ? 0 : count;
    }
    return sum;
  }
}
