package io.messina.stream.node;

import io.messina.stream.EventId;
import java.util.List;

/**
 * Which dead letters are to be handed out again, and how fast.
 *
 * @param ids which; none for all
 * @param max how many at most, from 1
 * @param perSecond how many a second at most; 0 for no limit
 */
public record Redrive(List<EventId> ids, int max, int perSecond) {

  /** All of them, at once. */
  public static final Redrive ALL = new Redrive(List.of(), Integer.MAX_VALUE, 0);

  /**
   * A checked redrive.
   *
   * @throws IllegalArgumentException where a number is out of bounds
   */
  public Redrive {
    ids = List.copyOf(ids);
    if (max < 1 || perSecond < 0) {
      throw new IllegalArgumentException(
          "redrive: " + max + ", " + perSecond + " a second (expected: from 1 and 0)");
    }
  }

  /**
   * Some of them, at once.
   *
   * @param ids which
   * @return the redrive
   * @throws IllegalArgumentException where there are none
   */
  public static Redrive of(List<EventId> ids) {
    if (ids.isEmpty()) {
      throw new IllegalArgumentException("ids: none (expected: some)");
    }
    return new Redrive(ids, Integer.MAX_VALUE, 0);
  }

  /**
   * The same, but slower.
   *
   * @param perSecond how many a second at most
   * @return a new redrive
   */
  public Redrive withRate(int perSecond) {
    return new Redrive(ids, max, perSecond);
  }

  /**
   * The same, but fewer.
   *
   * @param max how many at most
   * @return a new redrive
   */
  public Redrive withMax(int max) {
    return new Redrive(ids, max, perSecond);
  }
}
