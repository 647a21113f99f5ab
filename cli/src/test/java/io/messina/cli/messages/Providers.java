package io.messina.cli.messages;

import io.messina.api.Backoff;
import io.messina.api.Wire;
import io.messina.api.message.Channel;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.ConnectorProtocol;
import io.messina.api.message.connector.PriceList;
import io.messina.api.message.connector.SendOptions;
import io.messina.api.message.protocol.HttpAnswers;
import io.messina.api.message.protocol.HttpKey;
import io.messina.api.message.protocol.HttpLimits;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.api.message.protocol.HttpSuccess;
import io.messina.api.message.protocol.HttpTemplates;
import io.messina.api.message.protocol.KeyPlace;
import io.messina.api.message.protocol.SmppLimits;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.api.message.protocol.SmtpOptions;
import io.messina.api.message.protocol.SmtpServer;
import io.messina.api.message.protocol.SmtpTls;
import io.messina.connectors.http.ProviderDouble;
import io.messina.connectors.http.Received;
import io.messina.connectors.http.Script;
import io.messina.connectors.smpp.ScriptedSmsc;
import io.messina.connectors.smpp.SmscAction;
import io.messina.connectors.smtp.ScriptedSmtpServer;
import io.messina.connectors.smtp.SmtpScript;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A mail server, a message centre and a provider over HTTP on ports of this machine, each with a
 * ledger of what it took. The last one recognises repeats by their key.
 */
final class Providers implements AutoCloseable {

  static final String MAIL = "mail";
  static final String CARRIER = "carrier";
  static final String CHAT = "chat";

  /** The channel of each connector. */
  static final Map<String, Channel> CHANNELS =
      Map.of(MAIL, Channel.EMAIL, CARRIER, Channel.SMS, CHAT, Channel.WHATSAPP);

  private static final Duration CALL = Duration.ofSeconds(1);
  private static final SendOptions SEND =
      new SendOptions(
          8,
          CALL,
          Duration.ofMinutes(2),
          Optional.of(new Backoff(Duration.ofMillis(50), Duration.ofMillis(500), 20)));
  private static final int REFUSED = 400;
  private static final int SYSTEM_ERROR = 8;

  private final ScriptedSmtpServer mail = ScriptedSmtpServer.start();
  private final ScriptedSmsc carrier = ScriptedSmsc.start();
  private final ProviderDouble chat;

  Providers() throws IOException {
    this.chat =
        ProviderDouble.start(
            request -> request.header("idempotency-key"), ProviderDouble.Repeats.REPLAYED);
  }

  /** The definitions of the connectors to them, by name. */
  Map<String, String> definitions(String password) {
    return Map.of(
        MAIL, definition(Optional.of(smtp()), Optional.empty(), Optional.empty()),
        CHAT, definition(Optional.empty(), Optional.of(http()), Optional.empty()),
        CARRIER, definition(Optional.empty(), Optional.empty(), Optional.of(smpp(password))));
  }

  private static String definition(
      Optional<SmtpOptions> smtp, Optional<HttpOptions> http, Optional<SmppOptions> smpp) {
    return Wire.write(
        new ConnectorOptions(
            Optional.empty(),
            new ConnectorProtocol(smtp, http, smpp, Optional.empty(), Optional.empty()),
            SEND,
            Optional.empty(),
            Optional.empty(),
            PriceList.NONE));
  }

  private SmtpOptions smtp() {
    return SmtpOptions.of(
        SmtpServer.of("localhost").at(mail.port(), SmtpTls.NONE), "Shop <shop@example.com>");
  }

  private SmppOptions smpp(String password) {
    return SmppOptions.of("127.0.0.1", carrier.port(), "shop", password)
        .limits(new SmppLimits(100, Duration.ofSeconds(30), CALL));
  }

  private HttpOptions http() {
    return new HttpOptions(
        new HttpTemplates(
            "POST", chat.url("/messages"), Map.of(), Optional.of("{\"to\":\"{{to}}\"}")),
        HttpSuccess.DEFAULT,
        HttpAnswers.DEFAULT,
        Optional.of(
            new HttpKey(
                KeyPlace.HEADER, "Idempotency-Key", Optional.empty(), Duration.ofHours(1), false)),
        Map.of(),
        new HttpLimits(16, CALL, true));
  }

  /** Lets some of the next messages end otherwise than well. */
  void script(SplittableRandom random, Recipients recipients) {
    for (int i = 0; i < Recipients.OF_A_CHANNEL; i++) {
      String to = recipients.to(Channel.EMAIL, i);
      switch (random.nextInt(10)) {
        case 0 -> mail.script(to, SmtpScript.acceptSilently(SmtpScript.End.CUT));
        case 1 -> mail.script(to, SmtpScript.cut(SmtpScript.Step.DOT));
        case 2 -> mail.script(to, SmtpScript.reply(SmtpScript.Step.RCPT, "550 5.1.1 nobody"));
        default -> {}
      }
    }
    for (int i = 0; i < 5; i++) {
      chat.next(
          random.nextBoolean() ? Script.accept() : Script.acceptThen(Script.Ending.CUT),
          random.nextBoolean() ? Script.not(Script.Ending.CUT) : Script.refuse(REFUSED, "{}"));
      carrier.next(
          new SmscAction.Accept(),
          random.nextInt(4) == 0 ? new SmscAction.AcceptAndCut() : new SmscAction.Accept(),
          random.nextInt(4) == 0 ? new SmscAction.Refuse(SYSTEM_ERROR) : new SmscAction.Accept());
    }
  }

  /** Cuts all connections. */
  void cut() throws IOException {
    mail.cutAll();
    carrier.cut();
    chat.cutAll();
  }

  /** How often each recipient got something, by connector. */
  Map<String, Map<String, Integer>> ledgers() {
    return Map.of(
        MAIL, counted(mail.ledger().stream().map(ScriptedSmtpServer.Entry::recipient)),
        CARRIER,
            counted(carrier.ledger().stream().map(taken -> number(taken.pdu().getDestAddress()))),
        CHAT,
            counted(
                chat.ledger().values().stream().flatMap(List::stream).map(Providers::recipient)));
  }

  private static String number(String address) {
    return address.startsWith("+") ? address : "+" + address;
  }

  private static String recipient(Received request) {
    return request.text().replaceAll("[^+0-9]", "");
  }

  private static Map<String, Integer> counted(Stream<String> recipients) {
    return recipients.collect(Collectors.toMap(to -> to, _ -> 1, Integer::sum));
  }

  @Override
  public void close() throws IOException {
    mail.close();
    carrier.close();
    chat.close();
  }
}
