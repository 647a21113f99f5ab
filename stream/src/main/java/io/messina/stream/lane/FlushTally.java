package io.messina.stream.lane;

/**
 * The flushes of a lane, with one plain write each; events that arrive during a flush go into the
 * next.
 *
 * @param flushes that may be shown
 * @param events in them
 * @param bytes of their rows, compressed if that makes them smaller
 */
public record FlushTally(long flushes, long events, long bytes) {

  static final FlushTally NONE = new FlushTally(0, 0, 0);

  FlushTally plus(int flushedEvents, int flushedBytes) {
    return new FlushTally(flushes + 1, events + flushedEvents, bytes + flushedBytes);
  }
}
