package io.messina.connectors.smpp;

import io.messina.api.message.protocol.SmppLimits;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.connectors.Content;
import io.messina.connectors.Inbox;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.Receipt;
import io.messina.connectors.Reply;
import io.messina.connectors.Secret;
import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;

/** A message centre by a script, and connectors to it on a clock that stands. */
abstract class SmscFixture {

  static final Duration LONG = Duration.ofSeconds(20);
  static final Duration SHORT = Duration.ofMillis(500);
  static final Duration TIMER_MIN = Duration.ofSeconds(1);
  static final String THREE_PARTS = "x".repeat(153) + "y".repeat(153) + "z";

  final ScriptedSmsc smsc = ScriptedSmsc.start();
  final ManualConnectorTime time = new ManualConnectorTime();
  final List<Receipt> receipts = new CopyOnWriteArrayList<>();
  final List<Reply> replies = new CopyOnWriteArrayList<>();
  private final List<SmppConnector> connectors = new ArrayList<>();

  SmppOptions options() {
    return options(Duration.ofSeconds(4));
  }

  /** Of a connector that waits no longer for an answer. */
  SmppOptions options(Duration transactionTimer) {
    return SmppOptions.of("127.0.0.1", smsc.port(), "shop", "env:SMSC")
        .limits(new SmppLimits(10, Duration.ofMinutes(1), transactionTimer));
  }

  SmppConnector unbound(SmppOptions options, Consumer<Receipt> kept) {
    SmppConnector connector =
        new SmppConnector(
            options,
            reference -> new Secret("secret"),
            new Inbox(kept, replies::add),
            time,
            new SplittableRandom(1));
    connectors.add(connector);
    return connector;
  }

  SmppConnector bound(SmppOptions options, Consumer<Receipt> kept) throws InterruptedException {
    SmppConnector connector = unbound(options, kept);
    if (!connector.awaitBound(LONG)) {
      throw new AssertionError("not bound");
    }
    return connector;
  }

  SmppConnector bound(SmppOptions options) throws InterruptedException {
    return bound(options, receipts::add);
  }

  SmppConnector bound() throws InterruptedException {
    return bound(options());
  }

  static OutgoingMessage message(String text) {
    return message("m1", Optional.empty(), "+393331234567", new Content.Text(text));
  }

  static OutgoingMessage message(String id, Optional<String> from, String to, Content content) {
    return new OutgoingMessage(id, from, to, content, Map.of(), Optional.empty());
  }

  static SendResult.Accepted accepted(String... ids) {
    return new SendResult.Accepted(List.of(ids), ids.length);
  }

  @AfterEach
  void end() {
    smsc.close();
    connectors.forEach(SmppConnector::close);
  }
}
