package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** The dead letters to delete: of some events, or all. */
public record Discard(
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "ids of the events to discard", max = "" + ClaimOptions.LIMIT_MAX)
        List<EventId> ids,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        @Field(value = "discard all dead letters", otherwise = "false")
        boolean all) {

  public Discard {
    ids = List.copyOf(ids);
    if (all != ids.isEmpty()) {
      throw new WireException(
          WireException.Fault.ABSENT, "ids, all: both or neither (expected: one of them)");
    }
  }
}
