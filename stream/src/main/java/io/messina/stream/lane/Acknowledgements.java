package io.messina.stream.lane;

/** Says whether a process still owns its shards for certain. */
@FunctionalInterface
public interface Acknowledgements {

  /**
   * Whether what has been durable before this call may be acknowledged and shown: true only if
   * nobody can have taken the shard over yet. Asked after each write has returned; once it is false
   * for an owner it stays false. Does not block. Safe for use by many threads.
   *
   * @return false where somebody may have taken over
   */
  boolean mayAcknowledge();
}
