package io.messina.stream.lane;

import io.messina.api.Position;

/** What stands at a place of a log, or no longer does. */
public sealed interface LogItem permits StoredBatch, DamagedRow, MissingRows {

  /**
   * Where it begins.
   *
   * @return the position of its first event
   */
  Position first();

  /**
   * Where it ends.
   *
   * @return the position behind its last event, in the same lane
   */
  Position end();
}
