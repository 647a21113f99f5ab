package io.messina.enrich;

import org.jspecify.annotations.Nullable;

/**
 * The state of a key as it is stored: with how far it has come, in one row that is written as a
 * whole. An event of the same generation that it includes is not applied again.
 *
 * @param state null where the enricher has deleted it
 * @param generation of the stream, or of the enrichment where that is rebuilt; of a row of a lower
 *     one no event counts as included
 * @param included which events it includes
 * @param <S> the state of a key
 */
public record StateRow<S>(@Nullable S state, long generation, Included included) {

  /**
   * The state of a key whose events have positions of one order.
   *
   * @param state as above
   * @param generation as above
   * @param position of the last event that is included
   */
  public StateRow(@Nullable S state, long generation, long position) {
    this(state, generation, Included.upTo(position));
  }

  /**
   * The position of the last event that is included, in its shard or partition.
   *
   * @return from 0; lower where there is none
   */
  public long position() {
    return included.position();
  }

  /**
   * Returns a text that distinguishes this row from others of its key.
   *
   * @return the generation and the included events, such as {@code 1:42}
   */
  public String version() {
    return generation + ":" + included;
  }
}
