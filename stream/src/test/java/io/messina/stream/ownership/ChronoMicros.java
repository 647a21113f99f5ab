package io.messina.stream.ownership;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants as timestamps count them. */
final class ChronoMicros {

  private ChronoMicros() {}

  static long of(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
