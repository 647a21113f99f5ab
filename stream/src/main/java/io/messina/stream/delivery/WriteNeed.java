package io.messina.stream.delivery;

/** Whether the durable state of a group wants to be written. */
public enum WriteNeed {
  /** It is up to date, or a write is on its way. */
  NONE,
  /** It has changed, but nobody waits: with the next write of the shard, or after a while. */
  LATER,
  /** Somebody waits for it. */
  NOW
}
