package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Which dead letters are deleted: those of some events, or all.
 *
 * @param ids the ids of the events to discard, at most 10,000; none for all
 * @param all whether it is all of them
 */
public record Discard(
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "ids of the events to discard", max = "" + ClaimOptions.LIMIT_MAX)
        List<EventId> ids,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        @Field(value = "all there are", otherwise = "false")
        boolean all) {

  /**
   * A checked choice.
   *
   * @throws WireException if both are given, or neither
   */
  public Discard {
    ids = List.copyOf(ids);
    if (all != ids.isEmpty()) {
      throw new WireException(
          WireException.Fault.ABSENT, "ids, all: both or neither (expected: one of them)");
    }
  }
}
