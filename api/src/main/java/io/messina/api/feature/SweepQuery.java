package io.messina.api.feature;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.Optional;

/**
 * How far to sweep what deleted features and versions have left in the store.
 *
 * @param dryRun whether it only tells what there is to delete
 * @param limit how many lists and values it looks at, from 1 to 10,000
 * @param after the place behind which to go on, as {@link SweepPage#next} gave it
 */
public record SweepQuery(
    @Field(value = "only tells what there is to delete", otherwise = "false") boolean dryRun,
    @Field(
            value = "how many lists and values it looks at",
            min = "1",
            max = "" + ListQuery.LIMIT_MAX,
            otherwise = "" + SweepQuery.LIMIT_DEFAULT)
        int limit,
    @Field("what the answer before called next") Optional<String> after)
    implements SweepQueryWithers {

  private static final int LIMIT_DEFAULT = 1_000;

  /**
   * A checked query.
   *
   * @throws io.messina.api.WireException if the limit is out of its bounds
   */
  public SweepQuery {
    RecordField.check(SweepQuery.class, dryRun, limit, after);
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
}
