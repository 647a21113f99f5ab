package io.messina.stream.node;

/** Whether a request that may have been done can be repeated. */
enum Retry {
  /** Doing it twice has the same result as doing it once. */
  SAFE,
  /** Doing it twice would be wrong. */
  UNSAFE
}
