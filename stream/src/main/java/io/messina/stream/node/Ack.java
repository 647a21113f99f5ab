package io.messina.stream.node;

import io.messina.api.Checks;
import io.messina.stream.ClaimAddress;
import io.messina.stream.Output;
import java.util.List;

/**
 * An acknowledgement with the outputs of the event.
 *
 * @param receipt of the event
 * @param outputs appended before the event is acknowledged, once per event and group; at most
 *     1,000, in the same order on each attempt
 */
public record Ack(ClaimAddress receipt, List<Output> outputs) {

  /** The most outputs of one event. */
  public static final int OUTPUTS_MAX = 1_000;

  /**
   * Takes an unmodifiable copy of the outputs.
   *
   * @throws IllegalArgumentException if there are too many
   */
  public Ack {
    outputs = List.copyOf(outputs);
    Checks.that(outputs.size() <= OUTPUTS_MAX, "outputs", outputs.size(), "at most " + OUTPUTS_MAX);
  }
}
