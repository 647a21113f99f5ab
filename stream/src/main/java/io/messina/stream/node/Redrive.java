package io.messina.stream.node;

import io.messina.api.Checks;
import io.messina.stream.EventAddress;
import java.util.List;

/**
 * Which dead letters to hand out again, and how fast.
 *
 * @param ids which; none for all
 * @param max how many at most, from 1
 * @param perSecond how many per second at most; 0 for no limit
 */
public record Redrive(List<EventAddress> ids, int max, int perSecond) {

  /** All of them, at once. */
  public static final Redrive ALL = new Redrive(List.of(), Integer.MAX_VALUE, 0);

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if a number is out of bounds
   */
  public Redrive {
    ids = List.copyOf(ids);
    Checks.that(
        max >= 1 && perSecond >= 0,
        "redrive",
        max + ", " + perSecond + " a second",
        "from 1 and 0");
  }

  /**
   * Some of them, at once.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static Redrive of(List<EventAddress> ids) {
    Checks.that(!ids.isEmpty(), "ids", "none", "some");
    return new Redrive(ids, Integer.MAX_VALUE, 0);
  }

  /**
   * Returns a copy with a rate.
   *
   * @param perSecond how many per second at most
   */
  public Redrive withRate(int perSecond) {
    return new Redrive(ids, max, perSecond);
  }

  /**
   * Returns a copy with a bound.
   *
   * @param max how many at most
   */
  public Redrive withMax(int max) {
    return new Redrive(ids, max, perSecond);
  }
}
