package io.messina.testkit.simulation;

import org.jspecify.annotations.Nullable;

/** Something that will happen once, unless it is cancelled before. */
public final class Alarm {

  private final long dueNanos;
  private final long number;
  private @Nullable Runnable action;

  Alarm(long dueNanos, long number, Runnable action) {
    this.dueNanos = dueNanos;
    this.number = number;
    this.action = action;
  }

  /** Makes sure that it does not happen; false if it has happened, or was cancelled before. */
  public boolean cancel() {
    return takeAction() != null;
  }

  long dueNanos() {
    return dueNanos;
  }

  long number() {
    return number;
  }

  boolean isPending() {
    return action != null;
  }

  @Nullable Runnable takeAction() {
    Runnable taken = action;
    action = null;
    return taken;
  }
}
