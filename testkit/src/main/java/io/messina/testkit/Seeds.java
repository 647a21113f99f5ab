package io.messina.testkit;

/**
 * The seeds of a random test: as many as the system property {@code messina.test.seeds} says, 200
 * unless it does, from the one that {@code messina.test.seed.from} names, 1 unless it does; or only
 * the one that {@code messina.test.seed} names. So they are the same in every build, and a build
 * that passed passes again; long runs take more, and others each day.
 */
public final class Seeds {

  private static final String ONE = "messina.test.seed";
  private static final String MANY = "messina.test.seeds";
  private static final String FIRST = "messina.test.seed.from";
  private static final int MANY_DEFAULT = 200;

  private Seeds() {}

  /** A test of one seed. */
  @FunctionalInterface
  public interface Trial {

    /** Runs the test. */
    void run(long seed) throws Exception;
  }

  /**
   * Runs a test with each seed until one fails.
   *
   * @throws AssertionError where it fails; the message tells the seed and how to run it again
   */
  public static void forEach(Trial trial) {
    forEach(MANY_DEFAULT, trial);
  }

  /**
   * The same for a test of which a build needs more or fewer seeds than of others. A longer run
   * raises all alike.
   *
   * @param usual how many where others take 200, from 1
   * @throws AssertionError where it fails; the message tells the seed and how to run it again
   */
  public static void forEach(int usual, Trial trial) {
    Long one = Long.getLong(ONE);
    long first = one == null ? Long.getLong(FIRST, 1) : one;
    int count = one == null ? count(usual, Integer.getInteger(MANY, MANY_DEFAULT)) : 1;
    for (long seed = first; seed < first + count; seed++) {
      run(trial, seed);
    }
  }

  /** At least one. */
  static int count(int usual, int many) {
    return Math.toIntExact(Math.max(1, (long) usual * many / MANY_DEFAULT));
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
