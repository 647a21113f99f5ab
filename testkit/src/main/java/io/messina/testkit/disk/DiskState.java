package io.messina.testkit.disk;

/** What a {@link SimulatedDisk} does with requests. */
public enum DiskState {
  /** It does what it is asked for. */
  WORKING,
  /** Writes and new files fail with ENOSPC; everything else works. */
  FULL,
  /** Writes, syncs and changes of folders fail with EIO; reads work. */
  FAILING_WRITES,
  /** Every request fails with EIO, as after the power has gone. */
  OFF
}
