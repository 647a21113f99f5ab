package io.messina.aggregate.snapshot;

/** A snapshot ends if its thread is interrupted. */
final class Interruption {

  private Interruption() {}

  static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new SnapshotException("the snapshot was interrupted", null);
    }
  }
}
