package io.messina.client;

import java.util.Optional;

/**
 * A part of a sweep, which deletes what deleted features and versions have left in the store.
 *
 * @param dryRun whether it only tells what there is to delete
 * @param limit how many lists and values it looks at, from 1 to 10,000
 * @param after the place behind which to go on, as {@link SweepPage#next} gave it
 */
public record SweepQuery(boolean dryRun, int limit, Optional<String> after) {

  /** The most lists and values that are looked at in one request. */
  public static final int LIMIT_MAX = 10_000;

  private static final int LIMIT_DEFAULT = 1_000;

  /**
   * A checked query.
   *
   * @throws IllegalArgumentException where the limit is out of its bounds
   */
  public SweepQuery {
    Names.checkBetween("limit", limit, 1, LIMIT_MAX);
  }

  /**
   * The beginning of a sweep that deletes.
   *
   * @return a query that looks at 1,000 lists and values
   */
  public static SweepQuery deleting() {
    return new SweepQuery(false, LIMIT_DEFAULT, Optional.empty());
  }

  /**
   * The beginning of a sweep that changes nothing, and tells what there is to delete.
   *
   * @return a query that looks at 1,000 lists and values
   */
  public static SweepQuery finding() {
    return new SweepQuery(true, LIMIT_DEFAULT, Optional.empty());
  }

  /**
   * The same for more or fewer.
   *
   * @param most how many lists and values it looks at, from 1 to 10,000
   * @return another query
   */
  public SweepQuery lookingAt(int most) {
    return new SweepQuery(dryRun, most, after);
  }

  /**
   * The same behind a page.
   *
   * @param next as {@link SweepPage#next} gave it
   * @return another query
   */
  public SweepQuery after(String next) {
    return new SweepQuery(dryRun, limit, Optional.of(next));
  }
}
