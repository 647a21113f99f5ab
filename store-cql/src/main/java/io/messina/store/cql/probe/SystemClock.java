package io.messina.store.cql.probe;

import java.time.InstantSource;

/** The clock of this machine, which those of the nodes are compared with. */
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
