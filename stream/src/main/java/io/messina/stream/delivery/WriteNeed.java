package io.messina.stream.delivery;

/** Whether the durable state of a group should be written. */
public enum WriteNeed {
  /** It is up to date, or a write is in progress. */
  NONE,
  /**
   * It has changed, but nobody waits: write it with the next write of the shard, or after a while.
   */
  LATER,
  /** A caller waits for it. */
  NOW
}
