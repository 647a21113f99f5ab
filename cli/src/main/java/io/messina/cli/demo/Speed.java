package io.messina.cli.demo;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The speed at which a day is replayed.
 *
 * @param times so many times as fast as it was; empty for as fast as possible
 */
record Speed(OptionalDouble times) {

  static final Speed MAX = new Speed(OptionalDouble.empty());

  private static final String FORM = "max, or a number of times real time such as 600";

  static Speed parse(String text) {
    if (text.equals("max")) {
      return MAX;
    }
    try {
      double times = Double.parseDouble(text);
      if (times > 0 && times <= 1e9) {
        return new Speed(OptionalDouble.of(times));
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw new IllegalArgumentException("--speed: " + text + " (expected: " + FORM + ")");
  }

  /**
   * When, after the begin of the replay, something is due that happened so long after its first.
   */
  Duration due(Duration sinceFirst) {
    return times.isEmpty()
        ? Duration.ZERO
        : Duration.ofNanos((long) (sinceFirst.toNanos() / times.getAsDouble()));
  }
}
