package io.messina.aggregate.snapshot;

/** Whoever wants a snapshot to end interrupts its thread. */
final class Interruption {

  private Interruption() {}

  static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new SnapshotException("the snapshot was interrupted", null);
    }
  }
}
