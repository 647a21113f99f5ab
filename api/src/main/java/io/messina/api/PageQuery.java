package io.messina.api;

import java.util.Optional;

/** A page of a list to read. */
public record PageQuery(
    @Field(
            value = "maximum number of entries",
            min = "1",
            max = "" + ClaimOptions.LIMIT_MAX,
            otherwise = "" + ClaimOptions.LIMIT_DEFAULT)
        int limit,
    @Field("value of next in the previous page") Optional<String> after) {

  public PageQuery {
    RecordField.check(PageQuery.class, limit, after);
  }
}
