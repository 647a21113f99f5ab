package io.messina.runtime;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Moments as append times and write timestamps count them: in microseconds since 1970. */
public final class Micros {

  private Micros() {}

  /**
   * Reads the wall clock.
   *
   * @param time has the wall clock
   * @return microseconds since 1970
   */
  public static long now(NodeTime time) {
    return of(time.wall().instant());
  }

  /**
   * A moment in microseconds.
   *
   * @param moment finer digits are cut off
   * @return microseconds since 1970
   * @throws ArithmeticException where it is too far away for a long
   */
  public static long of(Instant moment) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, moment);
  }

  /**
   * Microseconds as a moment.
   *
   * @param micros since 1970
   * @return the moment
   */
  public static Instant toInstant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
