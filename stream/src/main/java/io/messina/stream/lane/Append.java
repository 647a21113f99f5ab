package io.messina.stream.lane;

import io.messina.stream.Event;
import io.messina.stream.record.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The events of one caller on their way into a lane. Large ones are written by several flushes; the
 * events of others may come between.
 */
final class Append {

  private final List<Event> events;
  private final int[] eventBytes;
  private final long bytes;
  private final List<AppendedRun> runs = new ArrayList<>();
  private final CompletableFuture<Appended> answer = new CompletableFuture<>();
  private int taken;
  private int shown;

  Append(List<Event> events) {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("events: none (expected: at least one)");
    }
    this.events = List.copyOf(events);
    this.eventBytes = new int[events.size()];
    this.bytes = count();
  }

  private long count() {
    long sum = 0;
    for (int i = 0; i < eventBytes.length; i++) {
      eventBytes[i] = RecordBatch.bytesAtMost(events.get(i));
      sum += eventBytes[i];
    }
    return sum;
  }

  /** What its caller waits for. */
  CompletableFuture<Appended> answer() {
    return answer;
  }

  long bytes() {
    return bytes;
  }

  /** Whether a row that is empty could take it whole. */
  boolean fitsOneRow() {
    return fits(0, RecordBatch.EVENTS_MAX);
  }

  /** Whether a row that has some bytes already and room for some events could take it whole. */
  boolean fits(long rowBytes, int room) {
    return rowBytes + bytes <= RecordBatch.BYTES_MAX && events.size() <= room;
  }

  boolean isTaken() {
    return taken == events.size();
  }

  /** The next event for a flush. */
  Event peek() {
    return events.get(taken);
  }

  /** What it takes at most. */
  int peekBytes() {
    return eventBytes[taken];
  }

  void take() {
    taken++;
  }

  /** Whether a flush has some of its events, so that they may be stored. */
  boolean isBegun() {
    return taken > 0;
  }

  void show(AppendedRun run) {
    runs.add(run);
    shown += run.count();
  }

  boolean isShown() {
    return shown == events.size();
  }

  Appended appended() {
    return new Appended(runs);
  }
}
