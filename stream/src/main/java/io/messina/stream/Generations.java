package io.messina.stream;

/** Checks the generations in ids. */
final class Generations {

  private Generations() {}

  static void check(int generation) {
    if (generation < 1) {
      throw new IllegalArgumentException("generation: " + generation + " (expected: from 1)");
    }
  }
}
