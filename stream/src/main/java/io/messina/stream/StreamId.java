package io.messina.stream;

import io.messina.api.Checks;
import io.messina.api.StreamName;

/**
 * One creation of a stream: a stream that is deleted and created again has the next generation, and
 * sees nothing of the former one.
 *
 * @param name of the stream
 * @param generation from 1
 */
public record StreamId(StreamName name, int generation) {

  /**
   * Checks the generation.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public StreamId {
    checkGeneration(generation);
  }

  static void checkGeneration(int generation) {
    Checks.that(generation >= 1, "generation", generation, "from 1");
  }

  /** Name and generation as in keys, such as {@code edits~1}. */
  @Override
  public String toString() {
    return name + "~" + generation;
  }
}
