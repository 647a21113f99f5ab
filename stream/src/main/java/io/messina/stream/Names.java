package io.messina.stream;

/** What all ids check. */
final class Names {

  private Names() {}

  static void checkGeneration(int generation) {
    if (generation < 1) {
      throw new IllegalArgumentException("generation: " + generation + " (expected: from 1)");
    }
  }
}
