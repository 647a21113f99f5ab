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
 * Takes receipts of providers, in any order, early, late and doubled. Safe for use by many threads.
 *
 * @param context of the process
 * @param streams of messages
 */
public record Receipts(Context context, MessageStreams streams) {

  /**
   * Takes receipts. What has returned is durable; what has not may be sent again.
   *
   * @param connector through whose provider they came
   * @param receipts what it says
   */
  public void take(String connector, List<Receipt> receipts) {
    List<MessageEvent> events = new ArrayList<>();
    Instant now = context.now();
    for (Receipt receipt : receipts) {
      // Written before it is looked up: whoever writes to which message the id belongs looks after
      // that for receipts, so that one of both finds the other.
      ProviderIdTable.writeReceipt(
          context.store(), connector, receipt, now, streams.nextTimestampMicros());
      ProviderIdTable.read(context.store(), connector, receipt.providerId())
          .sent()
          .ifPresent(sent -> events.addAll(events(sent, receipt, now)));
    }
    streams.publish(events);
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
    // An id by itself would be that of the whole; those of parts stand where they were expected.
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
