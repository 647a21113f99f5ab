package io.messina.stream.lane;

import io.messina.api.Position;

/** An item of a log: stored events, or a mark for missing ones. */
public sealed interface LogItem permits StoredBatch, DamagedRow, MissingRows {

  /** Returns the position of its first event. */
  Position first();

  /** Returns the position after its last event, in the same lane. */
  Position end();
}
