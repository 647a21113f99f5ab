package io.messina.stream.lane;

/** Tells whether a process certainly still owns a shard. */
@FunctionalInterface
public interface Acknowledgements {

  /**
   * Returns whether data that was durable before this call may be acknowledged and shown: true only
   * if nobody can have taken the shard over yet. Must be called after each write has returned; once
   * false for an owner, it stays false. Does not block. Safe for use by many threads.
   *
   * @return false if another process may have taken over
   */
  boolean mayAcknowledge();
}
