package io.messina.store;

import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * One run of one process: a process that starts again, or that has lost its place, is another
 * incarnation.
 *
 * @param id unique among all runs of all processes
 */
public record Incarnation(UUID id) {

  /**
   * A new incarnation.
   *
   * @param random where its 122 random bits come from; in production a cryptographically strong
   *     source
   * @return the incarnation
   */
  public static Incarnation next(RandomGenerator random) {
    long high = (random.nextLong() & ~0xF000L) | 0x4000L;
    long low = (random.nextLong() >>> 2) | Long.MIN_VALUE;
    return new Incarnation(new UUID(high, low));
  }

  /** The id alone. */
  @Override
  public String toString() {
    return id.toString();
  }
}
