package io.messina.stream.node;

import io.messina.stream.Receipt;
import io.messina.stream.consume.Output;
import java.util.List;

/**
 * An acknowledgement with what came of the event.
 *
 * @param receipt of the event
 * @param outputs appended before it is acknowledged, once per event and group; at most 1,000, in
 *     the same order each time
 */
public record Ack(Receipt receipt, List<Output> outputs) {

  /** How many outputs an event may have. */
  public static final int OUTPUTS_MAX = 1_000;

  /**
   * Takes an unmodifiable copy of the outputs.
   *
   * @throws IllegalArgumentException where there are too many
   */
  public Ack {
    outputs = List.copyOf(outputs);
    if (outputs.size() > OUTPUTS_MAX) {
      throw new IllegalArgumentException(
          "outputs: " + outputs.size() + " (expected: at most " + OUTPUTS_MAX + ")");
    }
  }
}
