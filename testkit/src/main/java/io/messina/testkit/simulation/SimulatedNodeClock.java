package io.messina.testkit.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * The two clocks of a machine. The wall clock can be wrong, be set and run at the wrong rate; the
 * monotonic one has an arbitrary origin and a separate rate, and times the node's alarms.
 */
public final class SimulatedNodeClock implements InstantSource {

  private static final double RATE_MAX = 10;

  private final LongSupplier nowNanos;
  private Line wall;
  private Line monotonic;
  private double wallRate = 1;
  private double monotonicRate = 1;
  private boolean wallStands;
  private boolean monotonicStands;

  SimulatedNodeClock(LongSupplier nowNanos, long originNanos) {
    this.nowNanos = nowNanos;
    long now = nowNanos.getAsLong();
    this.wall = new Line(now, now, 1);
    this.monotonic = new Line(now, originNanos, 1);
  }

  /** The wall time, in whole microseconds. */
  @Override
  public Instant instant() {
    return Simulation.START.plusNanos(wall.at(nowNanos.getAsLong())).truncatedTo(ChronoUnit.MICROS);
  }

  /**
   * Returns the monotonic time, as {@link System#nanoTime} does: nanoseconds since an arbitrary
   * origin.
   */
  public long nanoTime() {
    return monotonic.at(nowNanos.getAsLong());
  }

  /**
   * Sets the wall clock forward or back.
   *
   * @param step how far; negative sets it back
   */
  public void step(Duration step) {
    long now = nowNanos.getAsLong();
    wall = new Line(now, Math.addExact(wall.at(now), step.toNanos()), wall.rate());
  }

  /**
   * Sets how fast the clocks run from now on.
   *
   * @param wallRate seconds of the wall clock per true second, above 0, at most 10
   */
  public void run(double wallRate, double monotonicRate) {
    this.wallRate = checked(wallRate);
    this.monotonicRate = checked(monotonicRate);
    turn();
  }

  /** Stops clocks or starts them again. */
  void stand(boolean monotonic, boolean wall) {
    this.monotonicStands = monotonic;
    this.wallStands = wall;
    turn();
  }

  /** The true time at which the monotonic clock will have reached a reading. */
  long reaches(long monotonicNanos) {
    return monotonicNanos == Long.MAX_VALUE ? Long.MAX_VALUE : monotonic.reaches(monotonicNanos);
  }

  private void turn() {
    long now = nowNanos.getAsLong();
    wall = wall.turn(now, wallStands ? 0 : wallRate);
    monotonic = monotonic.turn(now, monotonicStands ? 0 : monotonicRate);
  }

  private static double checked(double rate) {
    if (!(rate > 0 && rate <= RATE_MAX)) {
      throw new IllegalArgumentException("rate: " + rate + " (expected: above 0, at most 10)");
    }
    return rate;
  }

  /** A clock that runs evenly from a true time at which it shows a reading. */
  private record Line(long from, long reading, double rate) {

    long at(long now) {
      return reading + (now - from) + drift(now - from);
    }

    Line turn(long now, double newRate) {
      return new Line(now, at(now), newRate);
    }

    long reaches(long wanted) {
      if (rate == 0) {
        return Long.MAX_VALUE;
      }
      long moment = from + (long) ((wanted - reading) / rate);
      while (at(moment) < wanted) {
        moment++;
      }
      return moment;
    }

    /**
     * The exact part of a reading stays whole; only the error of the clock is computed in floating
     * point.
     */
    private long drift(long elapsed) {
      return (long) (elapsed * (rate - 1));
    }
  }
}
