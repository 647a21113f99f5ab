package io.messina.stream;

import io.messina.api.StreamName;

/**
 * One creation of a stream: a stream that is deleted and created again has the next generation, and
 * sees nothing of the former one.
 *
 * @param name the name
 * @param generation from 1
 */
public record StreamId(StreamName name, int generation) {

  /**
   * A checked id.
   *
   * @throws IllegalArgumentException where the generation is below 1
   */
  public StreamId {
    Names.checkGeneration(generation);
  }

  /** Name and generation as they stand in keys, as in {@code edits~1}. */
  @Override
  public String toString() {
    return name + "~" + generation;
  }
}
