package io.messina.stream.append;

/** What to do with a numbered batch of a source. */
enum BatchCheck {
  /** It is not there, or not to its end: append what is missing. */
  NEW,
  /** The shard has it: answer as if it had been appended, and change nothing. */
  REPEAT,
  /**
   * Its number is so far below the highest that nobody knows: change nothing, and say so. Of a
   * producer that keeps to the window it is a repeat.
   */
  UNCHECKED,
  /** It is being appended: ask again once that is answered. */
  UNDER_WAY,
  /** The shard knows as many sources as it may: refuse it, until some were silent for long. */
  TOO_MANY_SOURCES
}
