package io.messina.flink.sink;

import java.util.List;

/**
 * Batches that are sent once the checkpoint is complete that has them, and perhaps again after a
 * failure, always the same under the same numbers.
 *
 * @param source whose batches they are
 * @param first the number of the first; the others follow
 * @param batches as {@link EventBytes} writes their events
 */
public record NumberedBatches(String source, long first, List<byte[]> batches) {

  /** Copies the batches, so that later changes by the caller have no effect. */
  public NumberedBatches {
    batches = List.copyOf(batches);
  }
}
