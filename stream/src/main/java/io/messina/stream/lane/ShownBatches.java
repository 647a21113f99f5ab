package io.messina.stream.lane;

/** Is told of each batch that a lane's owner may show to consumers. */
@FunctionalInterface
public interface ShownBatches {

  /**
   * Takes a batch that is durable and may be acknowledged. Called for one batch after the other in
   * the order of the lane, before the callers of append are answered; it should return soon, since
   * the lane's next flush waits for it.
   *
   * @param batch the batch
   */
  void shown(StoredBatch batch);

  /**
   * The lane may now be shown up to the end of the batch that {@link #shown} was told of: whoever
   * waits for events can be woken. Called after each batch, by the same thread.
   */
  default void advanced() {}
}
