package io.messina.api;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Wait of a failed event before its next attempt: {@code first} after the first failure, twice as
 * long after each further one, at most {@code longest}; then randomly longer or shorter by the
 * jitter, but never over 12 h.
 */
public record Backoff(
    @Field(
            value = "wait of a failed event before its second attempt",
            min = "1ms",
            max = GroupOptions.LONGEST)
        Duration first,
    @Field(
            value = "longest wait; each attempt doubles the wait up to it",
            min = "1ms",
            max = GroupOptions.LONGEST)
        Duration longest,
    @Field(
            value = "percentage by which a wait is randomly shorter or longer",
            min = "0",
            max = "100")
        int jitterPercent) {

  static final String USUAL = "{\"first\":\"1s\",\"longest\":\"1m\",\"jitter_percent\":20}";

  /** 1 s doubling to 60 s, 20 % jitter. */
  public static final Backoff DEFAULT = Wire.read(Backoff.USUAL, Backoff.class);

  private static final int DOUBLINGS_MAX = 30;
  private static final int PERCENT = 100;

  public Backoff {
    RecordField.check(Backoff.class, first, longest, jitterPercent);
    if (first.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "backoff.first: "
              + Durations.format(first)
              + " (expected: up to the longest, "
              + Durations.format(longest)
              + ")");
    }
  }

  /**
   * The wait of an event.
   *
   * @param attempts failed attempts, from 1
   * @param random for the jitter
   * @return milliseconds, from 1
   */
  public long delayMillis(int attempts, RandomGenerator random) {
    int doublings = Math.max(0, Math.min(attempts - 1, DOUBLINGS_MAX));
    long waitMillis = Math.min(longest.toMillis(), first.toMillis() << doublings);
    long spreadMillis = waitMillis * jitterPercent / PERCENT;
    long jitteredMillis = waitMillis - spreadMillis + random.nextLong(2 * spreadMillis + 1);
    return Math.max(1, Math.min(jitteredMillis, GroupOptions.LEASE_MAX.toMillis()));
  }
}
