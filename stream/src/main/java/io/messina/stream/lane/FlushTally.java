package io.messina.stream.lane;

/**
 * How much a lane was written with one plain write each: what gathers while a flush is in flight
 * goes into the next.
 *
 * @param flushes that may be shown
 * @param events that they hold
 * @param bytes that they take as rows, compressed where that helps
 */
public record FlushTally(long flushes, long events, long bytes) {

  /** Nothing yet. */
  static final FlushTally NONE = new FlushTally(0, 0, 0);

  FlushTally plus(int flushedEvents, int flushedBytes) {
    return new FlushTally(flushes + 1, events + flushedEvents, bytes + flushedBytes);
  }
}
