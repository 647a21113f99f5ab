package io.messina.stream.owner;

import io.messina.stream.delivery.WriteNeed;

/**
 * A part of a shard's owner that has rows in the fenced state. All parts share the writes of a
 * {@link StateWriter}, which asks each of them for its changes. Methods are called by one thread at
 * a time, not always the same one; they must not block on a write.
 */
public interface StatePart {

  /** Returns whether it has something to write, and how urgent that is. */
  WriteNeed need();

  /**
   * Adds its changes. Called only if {@link #need} was not {@link WriteNeed#NONE}, and not again
   * before {@link #written}.
   *
   * @param changes to the shard's fenced state
   */
  void write(StateChanges changes);

  /**
   * The changes that were added last are durable. If they never become durable, the shard is lost.
   */
  void written();
}
