package io.messina.stream.owner;

import io.messina.stream.EventAddress;
import java.util.Optional;

/**
 * The result for adjacent events of an append: all were stored next to each other now, or all had
 * been stored before.
 *
 * @param first the id of the first; event {@code i} of the span has the same with its sequence plus
 *     {@code i}. Empty if the stream only knows that it has them, as for a repeated batch of a
 *     source
 * @param count how many, from 1
 * @param duplicate whether they had been stored before, so that nothing was stored now
 * @param unchecked whether they are only assumed to be duplicates, because their batch is too far
 *     below the highest of its source
 */
public record AppendedSpan(
    Optional<EventAddress> first, int count, boolean duplicate, boolean unchecked) {

  /**
   * A span of which it is known whether it had been stored before.
   *
   * @param first the id of the first
   * @param count how many, from 1
   * @param duplicate whether they had been stored before
   */
  public AppendedSpan(Optional<EventAddress> first, int count, boolean duplicate) {
    this(first, count, duplicate, false);
  }
}
