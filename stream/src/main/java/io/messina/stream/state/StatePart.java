package io.messina.stream.state;

import io.messina.stream.delivery.WriteNeed;

/**
 * A part of a shard's owner that keeps something in the fenced state. All parts share the writes of
 * a {@link StateWriter}, which asks each of them what it has to write. Methods are called by one
 * thread at a time, which is not always the same; they must not block on a write.
 */
public interface StatePart {

  /**
   * Whether it has something to write.
   *
   * @return how urgent it is
   */
  WriteNeed need();

  /**
   * Adds what it has to write. Called only where {@link #need} was not {@link WriteNeed#NONE}, and
   * not again before {@link #written}.
   *
   * @param changes to the shard's fenced state
   */
  void write(StateChanges changes);

  /** What was added last is durable. Where it never becomes so, the shard is lost instead. */
  void written();
}
