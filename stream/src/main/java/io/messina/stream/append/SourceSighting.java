package io.messina.stream.append;

/** What to do with a numbered batch of a source. */
enum SourceSighting {
  /** Its number is above all before: append it, in one row of the log. */
  NEW,
  /** The shard has it, or a later one: answer as if it had been appended, and change nothing. */
  REPEAT,
  /** It, or a later one, is being appended: ask again once that is answered. */
  UNDER_WAY,
  /** The shard knows as many sources as it may: refuse it, until some were silent for long. */
  TOO_MANY_SOURCES
}
