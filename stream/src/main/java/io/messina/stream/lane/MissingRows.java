package io.messina.stream.lane;

import io.messina.api.Position;

/**
 * Events that were stored once and are there no more, since they have expired.
 *
 * @param first the position of the first
 * @param end the position behind the last, of the same lane
 */
public record MissingRows(Position first, Position end) implements LogItem {

  /**
   * How many they are.
   *
   * @return from 1
   */
  public long count() {
    return end.sequence() - first.sequence();
  }
}
