package io.messina.api.feature;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Instant;
import java.util.Optional;

/** The items to read, newest first. Items of the same time are ordered by their keys. */
public record ListQuery(
    @Field(ListQuery.MIN_TIME) Optional<Instant> minTime,
    @Field(ListQuery.MAX_TIME) Optional<Instant> maxTime,
    @Field(
            value = "maximum number of items",
            min = "1",
            max = "" + ListQuery.LIMIT_MAX,
            otherwise = "100")
        int limit,
    @Field("value of next in the previous page") Optional<String> after)
    implements ListQueryWithers {

  /** The sentence of the first time of a query. */
  public static final String MIN_TIME = "earliest time, RFC 3339, in nanoseconds";

  /** The sentence of the end of a query. */
  public static final String MAX_TIME = "end time, exclusive, RFC 3339, in nanoseconds";

  /** The largest limit. */
  public static final int LIMIT_MAX = 10_000;

  public ListQuery {
    RecordField.check(ListQuery.class, minTime, maxTime, limit, after);
  }

  /**
   * The newest items.
   *
   * @param limit how many at most, from 1 to 10,000
   */
  public static ListQuery newest(int limit) {
    return new ListQuery(Optional.empty(), Optional.empty(), limit, Optional.empty());
  }

  /**
   * The same, of a time or later only.
   *
   * @param time the first time
   */
  public ListQuery since(Instant time) {
    return minTime(time);
  }

  /**
   * The same, of earlier times only.
   *
   * @param time the first time that is too late
   */
  public ListQuery before(Instant time) {
    return maxTime(time);
  }
}
