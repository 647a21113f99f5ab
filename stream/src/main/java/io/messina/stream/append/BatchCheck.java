package io.messina.stream.append;

/** What to do with a numbered batch of a source. */
enum BatchCheck {
  /** It is not stored, or not completely: append the missing events. */
  NEW,
  /** The shard has it: answer as if it had been appended, and change nothing. */
  REPEAT,
  /**
   * Its number is so far below the highest that it is unknown whether it is stored: change nothing,
   * and report that. If the producer keeps to the window, it is a repeat.
   */
  UNCHECKED,
  /** It is being appended: check again once that append is answered. */
  UNDER_WAY,
  /**
   * The shard knows the largest number of sources, and each of them had a batch lately: the batch
   * has to come again later.
   */
  TOO_MANY_SOURCES
}
