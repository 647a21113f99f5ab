package io.messina.runtime;

/**
 * The level at which a process writes its formats: one number for the versions of all of them, the
 * same for all processes on a store. A build reads what is written at all levels up to its newest
 * one, and writes at the level before that, too, so that two versions can share a store. Safe for
 * use by many threads.
 */
public final class FormatLevel {

  /** Of this build. */
  private static final int NEWEST = 1;

  private final int newest;
  private volatile int level;

  /** The level of this build: the oldest that it writes, until it is raised. */
  public FormatLevel() {
    this(NEWEST);
  }

  /**
   * The level of a build.
   *
   * @param newest that it knows
   */
  public FormatLevel(int newest) {
    this.newest = newest;
    this.level = oldest();
  }

  /** Returns the newest level that this build reads and writes. */
  public int newest() {
    return newest;
  }

  /** Returns the oldest level that this build can write. */
  public int oldest() {
    return Math.max(1, newest - 1);
  }

  /** Returns the level at which to write. */
  public int get() {
    return level;
  }

  /**
   * Writes at another level from now on; never at a lower one.
   *
   * @param other the level
   * @throws IllegalArgumentException if this build cannot write it
   */
  public synchronized void raise(int other) {
    if (other < oldest() || other > newest) {
      throw new IllegalArgumentException(
          "level: %d (expected: from %d to %d)".formatted(other, oldest(), newest));
    }
    level = Math.max(level, other);
  }
}
