package io.messina.client.group;

import io.messina.api.Receipt;
import java.util.List;

/**
 * An acknowledgement.
 *
 * @param receipt of the event that is done
 * @param outputs what is appended with it
 */
public record Ack(Receipt receipt, List<Output> outputs) {

  /** An acknowledgement whose outputs nobody changes any more. */
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
