package io.messina.store.cql;

import java.time.Duration;
import java.time.Instant;

/**
 * When a database may collect an expired row. Readers decide by themselves whether a row has
 * expired, so the database only has to be later than all of them, by any clock.
 */
final class TimeToLive {

  static final int NONE = 0;

  private static final Duration MARGIN = Duration.ofDays(1);

  /** CQL takes no more: 20 years. */
  private static final Duration LONGEST = Duration.ofDays(20 * 365);

  /** Seconds since 1970 in 32 bits end a few seconds later, and databases keep expiries in them. */
  private static final Instant LAST = Instant.parse("2038-01-19T03:14:00Z").minus(MARGIN);

  private TimeToLive() {}

  /** Seconds from now, or {@link #NONE} for an expiry that the database cannot hold. */
  static int seconds(Instant expiresAt, Instant now) {
    Duration rest = Duration.between(now, expiresAt);
    Duration kept = (rest.isNegative() ? Duration.ZERO : rest).plusMillis(999).plus(MARGIN);
    if (kept.compareTo(LONGEST) > 0 || now.plus(kept).isAfter(LAST)) {
      return NONE;
    }
    return (int) kept.toSeconds();
  }
}
