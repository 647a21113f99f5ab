package io.messina.store.rocksdb;

/** Waits for threads to end. */
final class Threads {

  private Threads() {}

  /** Waits for a thread, also if the caller is interrupted, and leaves it interrupted then. */
  static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
