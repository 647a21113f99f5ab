package io.messina.messaging.track;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.connector.ReceiptKind;
import io.messina.connectors.Receipt;
import io.messina.messaging.MessageStreams;
import io.messina.runtime.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stores receipts of providers, in any order, early, late and repeated. Safe for use by many
 * threads.
 */
public record Receipts(Context context, MessageStreams streams) {

  /**
   * Stores receipts. They are durable when this returns; otherwise the provider may send them
   * again.
   *
   * @param connector whose provider sent them
   */
  public void take(String connector, List<Receipt> receipts) {
    List<MessageEvent> events = new ArrayList<>();
    Instant now = context.now();
    for (Receipt receipt : receipts) {
      // Written before the look-up: the writer of the id's message reads receipts after its write,
      // so that one of both finds the other.
      ProviderIdTable.writeReceipt(
          context.store(), connector, receipt, now, streams.nextTimestampMicros());
      ProviderIdTable.read(context.store(), connector, receipt.providerId())
          .sent()
          .ifPresent(sent -> events.addAll(events(sent, receipt, now)));
    }
    streams.publish(events);
  }

  /**
   * Stores the id by which receipts name an uncertain message, or a part of it: a receipt with the
   * id, also one that came since the message was routed, proves that the provider has it.
   *
   * @param uncertain the message, with its connector, the number of its parts, and the number of
   *     this part if it is one of several
   * @param since the time at which it reached its connector
   */
  public void expect(MessageEvent uncertain, String providerId, Instant since) {
    String connector = uncertain.details().connector().orElseThrow();
    Instant now = context.now();
    context
        .store()
        .write(ProviderIdTable.sent(providerId, uncertain, now, streams.nextTimestampMicros()));
    streams.publish(
        ProviderIdTable.read(context.store(), connector, providerId).receipts().stream()
            .filter(each -> !each.isBefore(since.minus(Tracker.CLOCKS)))
            .flatMap(each -> events(uncertain, each.receipt(), now).stream())
            .toList());
  }

  /** A receipt of a message that was uncertain says first that it was sent. */
  private static List<MessageEvent> events(MessageEvent known, Receipt receipt, Instant now) {
    MessageEvent outcomes = of(known, receipt, now);
    if (known.kind() != MessageEventKind.UNCERTAIN) {
      return List.of(outcomes);
    }
    // The event of a whole message carries its id; ids of parts are in their own rows.
    boolean isPart = known.parts().part().isPresent();
    MessageEvent sent =
        known
            .then(MessageEventKind.SENT, outcomes.at())
            .known(
                isPart ? List.of() : List.of(receipt.providerId()), known.parts().parts().orElse(1))
            .because(Optional.empty(), Optional.of("its provider has sent a receipt"));
    return outcomes.kind() == MessageEventKind.SENT ? List.of(sent) : List.of(sent, outcomes);
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
