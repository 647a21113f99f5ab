package io.messina.stream.lane;

/** Is told of each batch that a lane's owner may show to consumers. */
@FunctionalInterface
public interface ShownBatches {

  /**
   * Takes a batch that is durable and may be acknowledged. Called for each batch in the order of
   * the lane, before the callers of append are answered. It must return soon, because the lane's
   * next flush waits for it.
   */
  void shown(StoredBatch batch);

  /**
   * Called after each batch, by the same thread: the lane may now be shown up to the end of the
   * batch that {@link #shown} got, so waiting readers can be woken.
   */
  default void advanced() {}
}
