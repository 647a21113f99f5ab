package io.messina.testkit.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A simulation that cannot continue, or whose actor failed; the message tells how to run it again.
 */
public final class SimulationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long seed;

  SimulationException(long seed, String why, List<String> lines, @Nullable Throwable cause) {
    super(message(seed, why, lines), cause);
    this.seed = seed;
  }

  /** The seed. */
  public long seed() {
    return seed;
  }

  private static String message(long seed, String why, List<String> lines) {
    String message = why + " (seed " + seed + "; again: -Dmessina.test.seed=" + seed + ")";
    return lines.isEmpty() ? message : message + "\n" + String.join("\n", lines);
  }
}
