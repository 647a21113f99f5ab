package io.messina.stream.node;

import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimAddress;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.delivery.Outcome;
import java.util.Collections;
import java.util.List;

/** Stores outputs only once their events are done, which is a mistake: a crash loses them. */
final class LateOutputs {

  private static final ThreadLocal<Runnable> WAITING = ThreadLocal.withInitial(() -> () -> {});

  private LateOutputs() {}

  static List<Boolean> appendAll(Outputs outputs, CatalogGroup group, List<Ack> acks) {
    WAITING.set(() -> outputs.appendAll(group, acks));
    return Collections.nCopies(acks.size(), true);
  }

  static List<ReceiptStatus> settle(
      ReceiptRouting receiptRouting,
      CatalogStream stream,
      CatalogGroup group,
      Outcome outcome,
      List<ClaimAddress> receipts) {
    List<ReceiptStatus> statuses = receiptRouting.settle(stream, group, outcome, receipts);
    if (outcome instanceof Outcome.Ack) {
      WAITING.get().run();
      WAITING.remove();
    }
    return statuses;
  }
}
