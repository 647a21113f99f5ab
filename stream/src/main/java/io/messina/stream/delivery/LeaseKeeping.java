package io.messina.stream.delivery;

/** Where a lease is kept. */
public enum LeaseKeeping {
  /** In the durable state before the event is handed out: it outlives the owner of the shard. */
  DURABLE,
  /**
   * In the owner's memory, for handlers that live and die with it: no write per claim. After a
   * crash every event that may have been out counts one attempt. Not for at-most-once groups.
   */
  IN_MEMORY
}
