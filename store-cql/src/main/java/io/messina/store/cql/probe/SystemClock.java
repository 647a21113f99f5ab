package io.messina.store.cql.probe;

import java.time.InstantSource;

/** The clock of this machine, with which the clocks of the nodes are compared. */
public final class SystemClock {

  private SystemClock() {}

  /**
   * The clock.
   *
   * @return the machine's wall clock
   */
  public static InstantSource wall() {
    return InstantSource.system();
  }
}
