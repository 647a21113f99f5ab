package io.messina.messaging.track;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.connector.ReceiptKind;
import io.messina.connectors.Receipt;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.MessagingSite;
import io.messina.runtime.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes receipts of providers, in any order, early, late and doubled. Safe for use by many threads.
 *
 * @param context of the process
 * @param streams of messages
 */
public record Receipts(Context context, MessageStreams streams) implements MessagingSite {

  /**
   * Takes receipts. What has returned is durable; what has not may be sent again.
   *
   * @param connector through whose provider they came
   * @param receipts what it says
   */
  public void take(String connector, List<Receipt> receipts) {
    List<MessageEvent> happened = new ArrayList<>();
    Instant now = now();
    for (Receipt receipt : receipts) {
      // Written before it is looked up: whoever writes to which message the id belongs looks after
      // that for receipts, so that one of both finds the other.
      ProviderIdTable.writeReceipt(store(), connector, receipt, now, streams.nextTimestampMicros());
      ProviderIdTable.read(store(), connector, receipt.providerId())
          .sent()
          .ifPresent(sent -> happened.addAll(happened(sent, receipt, now)));
    }
    streams.tell(happened);
  }

  /**
   * Says by what id receipts name a message of which nobody knows whether its provider has it, or a
   * part of it: one that comes, or that has come since the message was routed, says that it does.
   *
   * @param uncertain the message, with its connector, how many parts it has, and which part that is
   *     if it is one of several
   * @param providerId by which receipts name it
   * @param since when it came to its connector
   */
  public void expect(MessageEvent uncertain, String providerId, Instant since) {
    String connector = uncertain.details().connector().orElseThrow();
    Instant now = now();
    store().write(ProviderIdTable.sent(providerId, uncertain, now, streams.nextTimestampMicros()));
    streams.tell(
        ProviderIdTable.read(store(), connector, providerId).receipts().stream()
            .filter(each -> !each.isBefore(since.minus(Tracker.CLOCKS)))
            .flatMap(each -> happened(uncertain, each.receipt(), now).stream())
            .toList());
  }

  /** A receipt of a message that was uncertain says first that it was sent. */
  private static List<MessageEvent> happened(MessageEvent known, Receipt receipt, Instant now) {
    MessageEvent told = of(known, receipt, now);
    if (known.kind() != MessageEventKind.UNCERTAIN) {
      return List.of(told);
    }
    // An id by itself would be that of the whole; those of parts stand where they were expected.
    boolean isPart = known.parts().part().isPresent();
    MessageEvent sent =
        known
            .then(MessageEventKind.SENT, told.at())
            .known(
                isPart ? List.of() : List.of(receipt.providerId()), known.parts().parts().orElse(1))
            .because(Optional.empty(), Optional.of("its provider has sent a receipt"));
    return told.kind() == MessageEventKind.SENT ? List.of(sent) : List.of(sent, told);
  }

  static MessageEvent of(MessageEvent sent, Receipt receipt, Instant now) {
    MessageEvent event =
        sent.then(kind(receipt.kind()), receipt.at().orElse(now))
            .because(receipt.code(), receipt.reason());
    return receipt.part().or(sent.parts()::part).map(event::ofPart).orElse(event);
  }

  private static MessageEventKind kind(ReceiptKind kind) {
    return MessageEventKind.valueOf(kind.name());
  }
}
