package io.messina.stream.node;

/** Whether a request that may have been done can be sent again. */
enum Repeat {
  /** To do it twice is as good as once. */
  HARMLESS,
  /** To do it twice would be wrong. */
  HARMFUL
}
