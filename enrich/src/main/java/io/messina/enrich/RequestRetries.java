package io.messina.enrich;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The number of attempts of a request, and the waits between them.
 *
 * @param attempts how often, from 1 to 100
 * @param delays the wait after the first failure, after the second, and so on, each from 1 ms to 1
 *     h; the last one stands for all further ones
 * @param jitter by which part of itself a wait may be longer, from 0 to 1
 */
public record RequestRetries(int attempts, List<Duration> delays, double jitter)
    implements Serializable {

  /** Six attempts; 1, 2, 4 and 5 s between them, and up to a fifth more. */
  public static final RequestRetries DEFAULT =
      new RequestRetries(
          6,
          List.of(
              Duration.ofSeconds(1),
              Duration.ofSeconds(2),
              Duration.ofSeconds(4),
              Duration.ofSeconds(5)),
          0.2);

  /**
   * A checked policy.
   *
   * @throws IllegalArgumentException where a value is out of bounds
   */
  public RequestRetries {
    OptionBounds.check("attempts", attempts, 1, 100);
    delays = List.copyOf(delays);
    OptionBounds.check("delays", delays.size(), 1, 100);
    delays.forEach(
        delay -> OptionBounds.check("delay", delay, OptionBounds.MOMENT, OptionBounds.HOUR));
    if (!(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException("jitter: " + jitter + " (expected: from 0 to 1)");
    }
  }

  /**
   * Returns the wait after a failure.
   *
   * @param failures how many there were in a row, from 1
   * @param random is asked once
   * @return the delay, with jitter
   */
  Duration delay(int failures, RandomGenerator random) {
    Duration least = delays.get(Math.min(failures, delays.size()) - 1);
    return least.plusNanos((long) (least.toNanos() * jitter * random.nextDouble()));
  }
}
