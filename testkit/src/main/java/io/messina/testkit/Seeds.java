package io.messina.testkit;

/**
 * The seeds of a random test: 1 to 1,000, or as many as the system property {@code
 * messina.test.seeds} says, or the one that {@code messina.test.seed} names. The same in every
 * build, so that a build that passed passes again.
 */
public final class Seeds {

  private static final String ONE = "messina.test.seed";
  private static final String MANY = "messina.test.seeds";
  private static final int MANY_DEFAULT = 1_000;

  private Seeds() {}

  /** A test of one seed. */
  @FunctionalInterface
  public interface Trial {

    /**
     * Runs the test.
     *
     * @param seed what decides everything that is left to chance
     * @throws Exception where the test fails
     */
    void run(long seed) throws Exception;
  }

  /**
   * Runs a test with each seed until one fails.
   *
   * @param trial the test
   * @throws AssertionError where it fails; the message tells the seed and how to run it again
   */
  public static void forEach(Trial trial) {
    Long one = Long.getLong(ONE);
    if (one != null) {
      run(trial, one);
      return;
    }
    int many = Integer.getInteger(MANY, MANY_DEFAULT);
    for (long seed = 1; seed <= many; seed++) {
      run(trial, seed);
    }
  }

  private static void run(Trial trial, long seed) {
    try {
      trial.run(seed);
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          "seed " + seed + " failed; again: -D" + ONE + "=" + seed + ": " + e, e);
    }
  }
}
