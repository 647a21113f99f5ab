package io.messina.testkit.simulation;

/** Why nothing of a node runs for a while. */
public enum Suspension {
  /**
   * The process is stopped, as by SIGSTOP or a long collection of garbage; both clocks continue.
   */
  PROCESS,
  /**
   * The machine sleeps; the wall clock continues and the monotonic one stops, as CLOCK_MONOTONIC of
   * Linux does.
   */
  MACHINE,
  /** A virtual machine is paused as a whole, and both of its clocks with it. */
  FROZEN
}
