package io.messina.stream.log;

import io.messina.api.Position;

/**
 * A newer version of Messina wrote a row. A reader stops before it, because skipping it would lose
 * its events.
 */
public final class NewerLogException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NewerLogException(LaneId lane, Position place, int version) {
    super(
        "%s: the row at %s has version %s, which this version of Messina cannot read"
            .formatted(lane, place, version));
  }
}
