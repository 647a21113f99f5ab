package io.messina.bench.peers;

/** The comparison of what was acknowledged with what is there. */
final class Counted {

  private Counted() {}

  /**
   * Compares.
   *
   * @param what in the plural
   * @param acknowledged so many
   * @param found so many
   * @param unansweredMax how many more may be there, of requests that were broken off
   * @throws IllegalStateException where they differ
   */
  static void check(String what, long acknowledged, long found, long unansweredMax) {
    if (found < acknowledged || found > acknowledged + unansweredMax) {
      throw new IllegalStateException(
          "%,d %s were acknowledged, and %,d are there".formatted(acknowledged, what, found));
    }
  }
}
