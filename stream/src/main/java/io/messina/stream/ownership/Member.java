package io.messina.stream.ownership;

import io.messina.store.Incarnation;

/**
 * What a process says of itself.
 *
 * @param incarnation which run of it
 * @param address where others reach it; the same for all its runs, so that it gets the same shards
 * @param beat how often this run has beaten, from 1
 * @param leaving whether it gives its shards away and wants no more
 */
record Member(Incarnation incarnation, String address, long beat, boolean leaving) {

  Member {
    if (beat < 1) {
      throw new IllegalArgumentException("beat: " + beat + " (expected: from 1)");
    }
  }
}
