package io.messina.client.group;

import io.messina.api.Receipt;

/**
 * An event that is done and not yet acknowledged.
 *
 * @param receipt of the event
 * @param entry its acknowledgement as it is sent
 * @param attempts how often its outcome stayed in doubt
 */
record PendingAck(Receipt receipt, byte[] entry, int attempts) {

  static PendingAck of(Ack ack) {
    return new PendingAck(ack.receipt(), AckText.entry(ack), 0);
  }

  PendingAck again() {
    return new PendingAck(receipt, entry, attempts + 1);
  }
}
