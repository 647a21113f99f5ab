package io.messina.stream.testkit;

import java.time.Duration;

/**
 * How unreliable the ways between processes are. Probabilities are per call, from 0 to 1, together
 * at most 1.
 *
 * @param unreachable the caller is told at once that nobody is there; nothing was sent
 * @param lost the request is lost, or the answer to it, one as often as the other; the caller waits
 *     until its time is over
 * @param slow the request takes up to {@code slowMax}, and so does its answer
 * @param delayMax how long a request or an answer takes at most where nothing is wrong; each draws
 *     its own delay, so they overtake each other
 * @param slowMax how long a slow one takes at most
 */
public record WireFaults(
    double unreachable, double lost, double slow, Duration delayMax, Duration slowMax) {

  /** Ways on which everything arrives within two milliseconds. */
  public static final WireFaults NONE =
      new WireFaults(0, 0, 0, Duration.ofMillis(1), Duration.ofMillis(1));

  /** Ways that fail one call in sixteen. */
  public static final WireFaults ROUGH =
      new WireFaults(0.02, 0.02, 0.0225, Duration.ofMillis(20), Duration.ofSeconds(8));
}
