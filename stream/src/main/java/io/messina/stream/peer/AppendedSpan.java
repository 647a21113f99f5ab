package io.messina.stream.peer;

import io.messina.stream.EventId;
import java.util.Optional;

/**
 * What became of events that stood next to each other in an append: all were stored next to each
 * other now, or all were there already.
 *
 * @param first the id of the first; event {@code i} of the span has the same with its sequence plus
 *     {@code i}. Empty where the stream knows only that it has them: batches of a source that come
 *     again
 * @param count how many, from 1
 * @param duplicate whether they were there already, and nothing was stored
 * @param unchecked whether they are only taken for duplicates, since their batch is too far below
 *     the highest of its source
 */
public record AppendedSpan(
    Optional<EventId> first, int count, boolean duplicate, boolean unchecked) {

  /**
   * A span of which it is known whether it was there.
   *
   * @param first the id of the first
   * @param count how many, from 1
   * @param duplicate whether they were there already
   */
  public AppendedSpan(Optional<EventId> first, int count, boolean duplicate) {
    this(first, count, duplicate, false);
  }
}
