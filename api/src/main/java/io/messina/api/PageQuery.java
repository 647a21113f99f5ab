package io.messina.api;

import java.util.Optional;

/**
 * Which page of a list to read.
 *
 * @param limit how many at most, from 1 to 10,000
 * @param after the place behind which to go on, as the page before called {@code next}
 */
public record PageQuery(
    @Field(
            value = "how many at most",
            min = "1",
            max = "" + ClaimOptions.LIMIT_MAX,
            otherwise = "" + ClaimOptions.LIMIT_DEFAULT)
        int limit,
    @Field("what the page before called next") Optional<String> after) {

  /**
   * A checked query.
   *
   * @throws WireException if the limit is out of bounds
   */
  public PageQuery {
    RecordField.check(PageQuery.class, limit, after);
  }
}
