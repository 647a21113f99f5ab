package io.messina.stream.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The events of one caller that are being appended to a lane. A large append is written by several
 * flushes, with events of others in between.
 */
final class Append {

  private final EventRun events;
  private final List<AppendedRun> runs = new ArrayList<>();
  private final CompletableFuture<List<AppendedRun>> answer = new CompletableFuture<>();
  private final int firstIndex;
  private int taken;
  private int shown;

  /**
   * @param firstIndex how many events of its batch are stored already; 0 if it is no batch of a
   *     source
   */
  Append(EventRun events, int firstIndex) {
    this.events = events;
    this.firstIndex = firstIndex;
  }

  CompletableFuture<List<AppendedRun>> answer() {
    return answer;
  }

  long bytes() {
    return events.rowBytes();
  }

  /** Whether one empty row has room for all of it. */
  boolean fitsOneRow() {
    return fits(0, RecordBatch.EVENTS_MAX);
  }

  /** Whether a row that has some bytes already and room for some events has room for all of it. */
  boolean fits(long rowBytes, int room) {
    return rowBytes + events.rowBytes() <= RecordBatch.BYTES_MAX && events.count() <= room;
  }

  /** Whether it is a batch of a source; rows then contain how much of the batch they have. */
  boolean isNumbered() {
    return events.isNumbered();
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
    return taken == events.count();
  }

  /**
   * Takes the next events for a flush, as many as there is room for.
   *
   * @param rowBytes which the row has already; one event always has room in an empty one
   * @param room the most events
   * @return empty if there is no room
   */
  Optional<EventRun> take(long rowBytes, int room) {
    if (taken == 0 && fits(rowBytes, room)) {
      taken = events.count();
      return Optional.of(events);
    }
    int first = taken;
    long bytes = rowBytes;
    while (!isTaken() && taken - first < room) {
      int next = events.bytes(taken);
      if (bytes > 0 && bytes + next > RecordBatch.BYTES_MAX) {
        break;
      }
      bytes += next;
      taken++;
    }
    return first == taken ? Optional.empty() : Optional.of(events.part(first, taken));
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
    return shown == events.count();
  }

  List<AppendedRun> appended() {
    return List.copyOf(runs);
  }
}
