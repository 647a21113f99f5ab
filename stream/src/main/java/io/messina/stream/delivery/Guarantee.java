package io.messina.stream.delivery;

/** What happens to an event whose outcome nobody knows. */
public enum Guarantee {
  /** It is handed out again. */
  AT_LEAST_ONCE,
  /** It is never handed out again, but goes to the dead letters as {@code uncertain}. */
  AT_MOST_ONCE
}
