package io.messina.stream.lane;

import io.messina.api.Position;

/**
 * Events that were stored and have expired.
 *
 * @param first the position of the first
 * @param end the position after the last, of the same lane
 */
public record MissingRows(Position first, Position end) implements LogItem {

  /** Returns how many they are, from 1. */
  public long count() {
    return end.sequence() - first.sequence();
  }
}
