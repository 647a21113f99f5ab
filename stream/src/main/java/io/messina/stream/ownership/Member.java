package io.messina.stream.ownership;

import io.messina.store.Incarnation;

/**
 * The row of a process in the table of members.
 *
 * @param incarnation of the process
 * @param address where others reach it; the same for all its incarnations, so that it gets the same
 *     shards
 * @param beat how often this incarnation has beaten, from 1
 * @param leaving whether it releases its shards and takes no more
 */
record Member(Incarnation incarnation, String address, long beat, boolean leaving) {

  Member {
    if (beat < 1) {
      throw new IllegalArgumentException("beat: " + beat + " (expected: from 1)");
    }
  }
}
