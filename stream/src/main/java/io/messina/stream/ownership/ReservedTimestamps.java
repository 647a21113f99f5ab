package io.messina.stream.ownership;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Gives out the write timestamps of one ownership of a shard, for PLAIN tables. All lie below what
 * the fenced state reserves, and the next owner begins there: late writes of a deposed owner lose.
 *
 * <pre>{@code
 * OptionalLong timestamp = timestamps.next(nowMicros);
 * if (timestamp.isEmpty()) {
 *   long until = timestamps.reservation(nowMicros);
 *   FencedWrite written = writer.write(batch -> batch.set(TIMESTAMPS_UNTIL.of(until)));
 *   // after it has applied:
 *   timestamps.reserved(until);
 * }
 * }</pre>
 *
 * <p>Times are microseconds since 1970 by the wall clock, whatever it shows. Safe for use by many
 * threads; one at a time reserves.
 */
public final class ReservedTimestamps {

  /** How far ahead a reservation goes: an owner that writes continuously reserves this often. */
  public static final Duration SPAN = Duration.ofMinutes(1);

  private static final long SPAN_MICROS = SPAN.toNanos() / 1_000;

  // All under this object's lock.
  private long next;
  private long until;
  private long reservation;

  private ReservedTimestamps(long next, long until) {
    this.next = next;
    this.until = until;
    this.reservation = until;
  }

  /**
   * The timestamps of a new owner. It reserves {@link #until} in the same write that takes the
   * shard.
   *
   * @param formerUntilMicros the reservation of the former owner; 0 if there was none
   * @param nowMicros the time
   * @return timestamps from {@code max(formerUntilMicros, nowMicros)}
   */
  static ReservedTimestamps from(long formerUntilMicros, long nowMicros) {
    long start = Math.max(formerUntilMicros, nowMicros);
    return new ReservedTimestamps(start, Math.addExact(start, SPAN_MICROS));
  }

  /**
   * Takes a timestamp that was never given out before and is not before now.
   *
   * @param nowMicros the time
   * @return empty if a reservation must be written first
   */
  public synchronized OptionalLong next(long nowMicros) {
    long taken = Math.max(next, nowMicros);
    if (taken >= until) {
      return OptionalLong.empty();
    }
    next = taken + 1;
    return OptionalLong.of(taken);
  }

  /**
   * Returns whether the next fenced write should contain a reservation, because less than half of
   * the present one is left.
   *
   * @param nowMicros the time
   */
  public synchronized boolean isRunningOut(long nowMicros) {
    return until - Math.max(next, nowMicros) < SPAN_MICROS / 2;
  }

  /**
   * Returns the next value of {@link ShardTable#TIMESTAMPS_UNTIL}, never less than before.
   *
   * @param nowMicros the time
   */
  public synchronized long reservation(long nowMicros) {
    long wanted = Math.addExact(Math.max(next, nowMicros), SPAN_MICROS);
    reservation = Math.max(reservation, wanted);
    return reservation;
  }

  /**
   * A reservation was written and has applied.
   *
   * @param untilMicros from {@link #reservation}
   */
  public synchronized void reserved(long untilMicros) {
    until = Math.max(until, untilMicros);
  }

  /** Returns the present bound, above all timestamps given out so far. */
  public synchronized long until() {
    return until;
  }
}
