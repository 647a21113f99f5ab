package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * Which dead letters are handed out again, and how fast: those of some events, so many, or all.
 *
 * @param ids the ids of the events to redrive, at most 10,000; none for others
 * @param limit how many at most, from 1
 * @param all whether it is all of them
 * @param rate how many per second at most, from 1; empty for as fast as it goes
 */
public record Redrive(
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "ids of the events to redrive", max = "" + ClaimOptions.LIMIT_MAX)
        List<EventId> ids,
    @Field(value = "how many at most", min = "1", max = "" + Integer.MAX_VALUE) Optional<Integer> limit,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        @Field(value = "all there are", otherwise = "false")
        boolean all,
    @Field(value = "how many per second at most", min = "1", max = "" + Integer.MAX_VALUE)
        Optional<Integer> rate) {

  /**
   * A checked choice.
   *
   * @throws WireException if not just one of ids, a limit and all is given
   */
  public Redrive {
    ids = List.copyOf(ids);
    int given = (ids.isEmpty() ? 0 : 1) + (limit.isPresent() ? 1 : 0) + (all ? 1 : 0);
    if (given != 1) {
      throw new WireException(
          WireException.Fault.ABSENT, "ids, limit, all: " + given + " of them (expected: one)");
    }
  }

  /**
   * All there are.
   *
   * @return as fast as it goes
   */
  public static Redrive everything() {
    return new Redrive(List.of(), Optional.empty(), true, Optional.empty());
  }

  /**
   * Some.
   *
   * @param limit how many at most, from 1
   * @return as fast as it goes
   */
  public static Redrive atMost(int limit) {
    return new Redrive(List.of(), Optional.of(limit), false, Optional.empty());
  }

  /**
   * These.
   *
   * @param ids of their events, at least one
   * @return as fast as it goes
   * @throws IllegalArgumentException if there is none, which would mean all
   */
  public static Redrive of(List<EventId> ids) {
    Checks.that(!ids.isEmpty(), "ids", ids, "at least one");
    return new Redrive(ids, Optional.empty(), false, Optional.empty());
  }

  /**
   * The same, slower.
   *
   * @param eventsPerSecond from 1
   * @return another redrive
   */
  public Redrive atRate(int eventsPerSecond) {
    return new Redrive(ids, limit, all, Optional.of(eventsPerSecond));
  }
}
