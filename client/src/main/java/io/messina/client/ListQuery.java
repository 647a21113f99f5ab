package io.messina.client;

import java.time.Instant;
import java.util.Optional;

/**
 * Which items to read, newest first.
 *
 * @param limit how many at most, from 1 to 10,000; a page is not much larger than 8 MiB
 * @param minTime the first time; empty from the beginning
 * @param maxTime the first time that is too late; empty to the end
 * @param after the place behind which to go on, as {@link ItemPage#next} gave it
 */
public record ListQuery(
    int limit, Optional<Instant> minTime, Optional<Instant> maxTime, Optional<String> after) {

  /** The most items of one page. */
  public static final int LIMIT_MAX = 10_000;

  /**
   * A checked query.
   *
   * @throws IllegalArgumentException where the limit is out of its bounds
   */
  public ListQuery {
    Names.checkBetween("limit", limit, 1, LIMIT_MAX);
  }

  /**
   * The newest items.
   *
   * @param limit how many at most, from 1 to 10,000
   * @return the query
   */
  public static ListQuery newest(int limit) {
    return new ListQuery(limit, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * The same, of a time or later.
   *
   * @param time the first time
   * @return another query
   */
  public ListQuery since(Instant time) {
    return new ListQuery(limit, Optional.of(time), maxTime, after);
  }

  /**
   * The same, of earlier times.
   *
   * @param time the first time that is too late
   * @return another query
   */
  public ListQuery before(Instant time) {
    return new ListQuery(limit, minTime, Optional.of(time), after);
  }

  /**
   * The same behind a page, which must have been read with the same times.
   *
   * @param next as {@link ItemPage#next} gave it
   * @return another query
   */
  public ListQuery after(String next) {
    return new ListQuery(limit, minTime, maxTime, Optional.of(next));
  }
}
