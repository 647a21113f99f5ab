package io.messina.api.feature;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.Optional;

/**
 * Which entities of a feature to name.
 *
 * @param limit how many at most, from 1 to 10,000
 * @param after the place behind which to go on, as {@link EntityPage#next} said
 */
public record EntityQuery(
    @Field(value = "how many at most", min = "1", max = ListQuery.MOST, otherwise = ListQuery.USUAL)
        int limit,
    @Field("what the page before called next") Optional<String> after) {

  /**
   * A checked query.
   *
   * @throws io.messina.api.WireException if the limit is out of bounds
   */
  public EntityQuery {
    RecordField.check(EntityQuery.class, limit, after);
  }
}
