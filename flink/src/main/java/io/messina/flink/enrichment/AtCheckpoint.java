package io.messina.flink.enrichment;

import java.io.Serializable;
import java.time.Duration;

/**
 * The treatment of the events that are not finished as a checkpoint is taken. The states in the
 * cache are in no checkpoint: they are read again.
 *
 * @param drainMax how long a checkpoint waits for events to be finished; the remaining ones are
 *     written to the keyed state
 */
public record AtCheckpoint(Duration drainMax) implements Serializable {

  /** They are written to the keyed state at once, and are read again after a failure. */
  public static final AtCheckpoint BUFFER = new AtCheckpoint(Duration.ZERO);

  /**
   * Checks the time.
   *
   * @throws IllegalArgumentException if it is negative or longer than an hour
   */
  public AtCheckpoint {
    if (drainMax.isNegative() || drainMax.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException("drain: " + drainMax + " (expected: from 0 to 1 h)");
    }
  }

  /**
   * They are finished first, so that checkpoints have next to no state; until then no further
   * events are taken.
   *
   * @param max how long to wait at most, up to 1 h
   */
  public static AtCheckpoint drain(Duration max) {
    return new AtCheckpoint(max);
  }
}
