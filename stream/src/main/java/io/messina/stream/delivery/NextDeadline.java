package io.messina.stream.delivery;

/**
 * A lower bound of the next time at which something is due: too early is harmless, too late is not.
 */
final class NextDeadline {

  static final long NEVER = Long.MAX_VALUE;

  private long atMillis = NEVER;

  void at(long millis) {
    atMillis = Math.min(atMillis, millis);
  }

  long atMillis() {
    return atMillis;
  }

  void clear() {
    atMillis = NEVER;
  }
}
