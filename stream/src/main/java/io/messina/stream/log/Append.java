package io.messina.stream.log;

import io.messina.api.Checks;
import io.messina.stream.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The events of one caller that are being appended to a lane. A large append is written by several
 * flushes, with events of others in between.
 */
final class Append {

  private final List<Event> events;
  private final int[] eventBytes;
  private final long bytes;
  private final List<AppendedRun> runs = new ArrayList<>();
  private final CompletableFuture<List<AppendedRun>> answer = new CompletableFuture<>();
  private final int firstIndex;
  private int taken;
  private int shown;

  /**
   * @param firstIndex how many events of its batch are stored already; 0 if it is no batch of a
   *     source
   */
  Append(List<Event> events, int firstIndex) {
    Checks.that(!events.isEmpty(), "events", "none", "at least one");
    this.events = List.copyOf(events);
    this.firstIndex = firstIndex;
    this.eventBytes = new int[events.size()];
    long sum = 0;
    for (int i = 0; i < eventBytes.length; i++) {
      eventBytes[i] = RecordBatch.bytesAtMost(events.get(i));
      sum += eventBytes[i];
    }
    this.bytes = sum;
  }

  CompletableFuture<List<AppendedRun>> answer() {
    return answer;
  }

  long bytes() {
    return bytes;
  }

  /** Whether one empty row has room for all of it. */
  boolean fitsOneRow() {
    return fits(0, RecordBatch.EVENTS_MAX);
  }

  /** Whether a row that has some bytes already and room for some events has room for all of it. */
  boolean fits(long rowBytes, int room) {
    return rowBytes + bytes <= RecordBatch.BYTES_MAX && events.size() <= room;
  }

  /** Whether it is a batch of a source; rows then contain how much of the batch they have. */
  boolean isNumbered() {
    return events.getFirst().sourceBatch().isPresent();
  }

  /** Whether former lanes have the beginning of its batch, so that it must begin a row. */
  boolean goesOn() {
    return firstIndex > 0;
  }

  /** The index in its batch of the next event for a flush. */
  int peekIndex() {
    return firstIndex + taken;
  }

  boolean isTaken() {
    return taken == events.size();
  }

  /** The next event for a flush. */
  Event peek() {
    return events.get(taken);
  }

  /** The most bytes that the next event takes. */
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

  List<AppendedRun> appended() {
    return List.copyOf(runs);
  }
}
