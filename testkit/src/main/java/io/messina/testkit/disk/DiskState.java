package io.messina.testkit.disk;

/** The reaction of a {@link SimulatedDisk} to requests. */
public enum DiskState {
  /** It carries requests out. */
  WORKING,
  /** Writes and new files fail with ENOSPC; everything else works. */
  FULL,
  /** Writes, syncs and changes of folders fail with EIO; reads work. */
  FAILING_WRITES,
  /** Syncs fail with EIO, and the disk forgets for good what they were to make durable. */
  FAILING_SYNCS,
  /** Every request fails with EIO, as after the power has gone. */
  OFF
}
