package io.messina.aggregate.snapshot;

/** Ends a snapshot by an interrupt of its thread. */
final class Interruption {

  private Interruption() {}

  static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new SnapshotException("the snapshot was interrupted", null);
    }
  }
}
