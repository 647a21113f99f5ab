package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/** The dead letters to hand out again, and how fast: of some events, a number of them, or all. */
public record Redrive(
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "ids of the events to redrive", max = "" + ClaimOptions.LIMIT_MAX)
        List<EventId> ids,
    @Field(value = "maximum number of events", min = "1", max = "" + Integer.MAX_VALUE)
        Optional<Integer> limit,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        @Field(value = "redrive all dead letters", otherwise = "false")
        boolean all,
    @Field(value = "maximum number of events per second", min = "1", max = "" + Integer.MAX_VALUE)
        Optional<Integer> rate) {

  public Redrive {
    ids = List.copyOf(ids);
    int given = (ids.isEmpty() ? 0 : 1) + (limit.isPresent() ? 1 : 0) + (all ? 1 : 0);
    if (given != 1) {
      throw new WireException(
          WireException.Fault.ABSENT, "ids, limit, all: " + given + " of them (expected: one)");
    }
  }

  /** All there are. */
  public static Redrive everything() {
    return new Redrive(List.of(), Optional.empty(), true, Optional.empty());
  }

  /**
   * Some.
   *
   * @param limit how many at most, from 1
   */
  public static Redrive atMost(int limit) {
    return new Redrive(List.of(), Optional.of(limit), false, Optional.empty());
  }

  /**
   * These.
   *
   * @param ids of their events, at least one
   */
  public static Redrive of(List<EventId> ids) {
    Checks.that(!ids.isEmpty(), "ids", ids, "at least one");
    return new Redrive(ids, Optional.empty(), false, Optional.empty());
  }

  /**
   * The same, slower.
   *
   * @param eventsPerSecond from 1
   */
  public Redrive atRate(int eventsPerSecond) {
    return new Redrive(ids, limit, all, Optional.of(eventsPerSecond));
  }
}
