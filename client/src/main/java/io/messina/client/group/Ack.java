package io.messina.client.group;

import io.messina.api.Receipt;
import java.util.List;

/**
 * An acknowledgement.
 *
 * @param receipt of the event that is done
 * @param outputs the events to append with it
 */
public record Ack(Receipt receipt, List<Output> outputs) {

  /** Copies the outputs, so that later changes by the caller have no effect. */
  public Ack {
    outputs = List.copyOf(outputs);
  }

  /**
   * Without outputs.
   *
   * @param receipt of the event that is done
   * @return the acknowledgement
   */
  public static Ack of(Receipt receipt) {
    return new Ack(receipt, List.of());
  }
}
