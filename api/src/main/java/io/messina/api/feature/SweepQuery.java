package io.messina.api.feature;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.util.Optional;

/** Options of a sweep of the leftovers of deleted features and versions in the store. */
public record SweepQuery(
    @Field(value = "only report, delete nothing", otherwise = "false") boolean dryRun,
    @Field(
            value = "number of lists and values to inspect",
            min = "1",
            max = "" + ListQuery.LIMIT_MAX,
            otherwise = "1000")
        int limit,
    @Field("value of next in the previous answer") Optional<String> after)
    implements SweepQueryWithers {

  public SweepQuery {
    RecordField.check(SweepQuery.class, dryRun, limit, after);
  }

  /**
   * The beginning of a sweep that deletes.
   *
   * @return a query that looks at 1,000 lists and values
   */
  public static SweepQuery deleting() {
    return Wire.defaults(SweepQuery.class);
  }

  /**
   * The beginning of a sweep that changes nothing, and reports leftovers.
   *
   * @return a query that looks at 1,000 lists and values
   */
  public static SweepQuery finding() {
    return deleting().dryRun(true);
  }

  /**
   * The same for more or fewer.
   *
   * @param most how many lists and values it looks at, from 1 to 10,000
   */
  public SweepQuery lookingAt(int most) {
    return limit(most);
  }
}
