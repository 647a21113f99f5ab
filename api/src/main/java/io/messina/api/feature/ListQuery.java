package io.messina.api.feature;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Instant;
import java.util.Optional;

/**
 * Which items to read, newest first. Those of one time are ordered by their keys.
 *
 * @param minTime the first time; empty from the beginning
 * @param maxTime the first time that is too late; empty to the end
 * @param limit how many at most, from 1 to 10,000
 * @param after the item behind which to go on, as {@link ItemPage#next} said
 */
public record ListQuery(
    @Field(ListQuery.MIN_TIME) Optional<Instant> minTime,
    @Field(ListQuery.MAX_TIME) Optional<Instant> maxTime,
    @Field(value = "how many at most", min = "1", max = "" + ListQuery.LIMIT_MAX, otherwise = "100")
        int limit,
    @Field("what the page before called next") Optional<String> after)
    implements ListQueryWithers {

  /** What the first time of a query means. */
  public static final String MIN_TIME = "the first time, RFC 3339, up to nanoseconds";

  /** What the last time of a query means. */
  public static final String MAX_TIME = "the first time that is too late, likewise";

  /** The largest limit. */
  public static final int LIMIT_MAX = 10_000;

  /**
   * A checked query. Times may lie outside those that items can have.
   *
   * @throws io.messina.api.WireException if the limit is out of bounds
   */
  public ListQuery {
    RecordField.check(ListQuery.class, minTime, maxTime, limit, after);
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
}
