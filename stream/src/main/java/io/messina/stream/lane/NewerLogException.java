package io.messina.stream.lane;

import io.messina.api.Position;

/**
 * A newer version of Messina wrote a row. A reader stops before it, because skipping it would lose
 * its events.
 */
public final class NewerLogException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NewerLogException(LaneId lane, Position place, int version) {
    super(
        lane
            + ": the row at "
            + place
            + " has version "
            + version
            + ", which this version of Messina cannot read");
  }
}
