package io.messina.flink.enrichment;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;

/**
 * Watermarks and changes of a stream's status that have come after events that are not finished, in
 * their order. At most one watermark for each event: of several in a row the last one counts.
 */
final class HeldMarks {

  private final Deque<Held> marks = new ArrayDeque<>();

  private record Held(StreamElement mark, long arrival) {}

  /** Passes on a mark. */
  @FunctionalInterface
  interface Output {
    void pass(StreamElement mark) throws Exception;
  }

  /**
   * Holds a mark.
   *
   * @param arrivals how many events have come before it
   */
  void add(StreamElement mark, long arrivals) {
    Held last = marks.peekLast();
    if (last != null
        && last.arrival == arrivals
        && last.mark instanceof Watermark
        && mark instanceof Watermark) {
      marks.removeLast();
    }
    marks.add(new Held(mark, arrivals));
  }

  /**
   * Passes on the marks that no unfinished event came before.
   *
   * @param oldest how many events had come with the oldest unfinished one
   */
  void release(long oldest, Output output) throws Exception {
    while (!marks.isEmpty() && marks.peek().arrival < oldest) {
      output.pass(marks.remove().mark);
    }
  }
}
