package io.messina.testkit.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * Everything that happened in a simulation, as one number, and on demand in words: which actor
 * continued when, which alarm rang, the requests to a store and its answers, and anything that a
 * test adds.
 *
 * <p>The last lines are kept, and shown in a {@link SimulationException}, if the system property
 * {@code messina.test.trace} says how many.
 */
public final class History {

  /** The number of lines kept: none by default. */
  private static final int LINES_MAX = Integer.getInteger("messina.test.trace", 0);

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final Supplier<Duration> elapsed;
  private final Deque<String> lines = new ArrayDeque<>();
  private int linesMax = LINES_MAX;
  private long hash;
  private long length;

  History(Supplier<Duration> elapsed) {
    this.elapsed = elapsed;
  }

  /** The history as one number: equal for equal histories, and hardly ever for others. */
  public long hash() {
    return hash;
  }

  /** Returns the length of the history. */
  public long length() {
    return length;
  }

  /**
   * Keeps the last events in words from now on.
   *
   * @param linesMax how many, from 0
   */
  public void keep(int linesMax) {
    this.linesMax = linesMax;
  }

  /** The events that were kept, the oldest first. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Adds an event. */
  public void record(String event) {
    record(event.hashCode(), () -> event);
  }

  /**
   * Adds an event whose words are costly.
   *
   * @param content a number that stands for the event, the same in every run
   */
  public void record(long content, Supplier<String> event) {
    hash = mix(mix(hash, elapsed.get().toNanos()), content);
    length++;
    if (linesMax > 0) {
      lines.addLast(elapsed.get() + " " + event.get());
      while (lines.size() > linesMax) {
        lines.removeFirst();
      }
    }
  }

  static long mix(long hash, long value) {
    long mixed = (hash ^ value) * MULTIPLIER;
    mixed = (mixed ^ (mixed >>> 29)) * MULTIPLIER;
    return mixed ^ (mixed >>> 32);
  }
}
