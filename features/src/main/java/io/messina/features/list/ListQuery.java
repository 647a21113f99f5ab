package io.messina.features.list;

import io.messina.features.FeatureException;
import io.messina.features.FeatureException.Refused.Reason;
import java.time.Instant;
import java.util.Optional;

/**
 * Which items to read, newest first. Those of one time are ordered by their keys.
 *
 * @param minTime the first time, inclusive; empty from the beginning
 * @param maxTime the last time, exclusive; empty to the end
 * @param limit how many at most, from 1 to 10,000
 * @param after the item behind which to go on, as {@link ItemPage#next} said
 */
public record ListQuery(
    Optional<Instant> minTime, Optional<Instant> maxTime, int limit, Optional<String> after) {

  /** The largest limit. */
  public static final int LIMIT_MAX = 10_000;

  /**
   * A checked query. Times may lie outside those that items can have.
   *
   * @throws FeatureException.Refused where the limit is out of bounds, or {@code after} is no place
   *     in a list
   */
  public ListQuery {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new FeatureException.Refused(
          Reason.OUT_OF_BOUNDS, "limit: " + limit + " (expected: 1 to " + LIMIT_MAX + ")");
    }
    if (after.isPresent() && ItemPlace.read(after.get()).isEmpty()) {
      throw new FeatureException.Refused(
          Reason.OUT_OF_BOUNDS, "after: no place in a list (expected: what an answer called next)");
    }
  }

  /**
   * The newest items.
   *
   * @param limit how many at most, from 1 to 10,000
   * @return the query
   */
  public static ListQuery newest(int limit) {
    return new ListQuery(Optional.empty(), Optional.empty(), limit, Optional.empty());
  }

  /**
   * The same, of a time or later only.
   *
   * @param time the first time
   * @return the query
   */
  public ListQuery since(Instant time) {
    return new ListQuery(Optional.of(time), maxTime, limit, after);
  }

  /**
   * The same, of earlier times only.
   *
   * @param time the first time that is too late
   * @return the query
   */
  public ListQuery before(Instant time) {
    return new ListQuery(minTime, Optional.of(time), limit, after);
  }

  /**
   * The same, behind a page that was read.
   *
   * @param next what {@link ItemPage#next} said
   * @return the query
   */
  public ListQuery after(String next) {
    return new ListQuery(minTime, maxTime, limit, Optional.of(next));
  }

  /** Where the page before has ended. */
  Optional<ItemPlace> place() {
    return after.flatMap(ItemPlace::read);
  }
}
