package io.messina.stream.node;

/** Whether a request that may have been done can be repeated. */
enum Retry {
  /** It changes nothing, so it is never in doubt whether it was done. */
  READ,
  /** Doing it twice has the same result as doing it once. */
  SAFE,
  /** Doing it twice would be wrong. */
  UNSAFE
}
