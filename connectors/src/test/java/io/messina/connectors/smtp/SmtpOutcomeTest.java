package io.messina.connectors.smtp;

import static io.messina.connectors.smtp.SmtpScript.accept;
import static io.messina.connectors.smtp.SmtpScript.acceptSilently;
import static io.messina.connectors.smtp.SmtpScript.cut;
import static io.messina.connectors.smtp.SmtpScript.hang;
import static io.messina.connectors.smtp.SmtpScript.reply;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.protocol.SmtpLimits;
import io.messina.api.message.protocol.SmtpOptions;
import io.messina.api.message.protocol.SmtpServer;
import io.messina.connectors.Content;
import io.messina.connectors.SendResult;
import io.messina.connectors.smtp.SmtpScript.End;
import io.messina.connectors.smtp.SmtpScript.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a server does, the result says what is true in its ledger. */
class SmtpOutcomeTest {

  private static final Duration BRIEF = Duration.ofSeconds(1);

  /** What a server does, and what is to be said of it. */
  record Case(SmtpScript script, String outcome, int inLedger) {

    boolean hangs() {
      return script.end() == End.HANG && !outcome.equals("Accepted");
    }

    Duration timeout() {
      return hangs() ? Mails.SHORT : Mails.AMPLE;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(accepting(), losing(), refusing(), talkingNonsense()).flatMap(List::stream);
  }

  /** Those of which nobody has to wait for the end. */
  static Stream<Case> ending() {
    return cases().filter(given -> !given.hangs());
  }

  private static List<Case> accepting() {
    return List.of(
        new Case(reply(Step.QUIT, "221 bye"), "Accepted", 1),
        new Case(accept("250 2.0.0 Ok: queued as 4XyZ", End.GO_ON), "Accepted 4XyZ", 1),
        new Case(accept("250-first\r\n250 OK id=1ab-2cd-3E", End.GO_ON), "Accepted", 1),
        new Case(accept("250 OK id=1ab-2cd-3E", End.GO_ON), "Accepted 1ab-2cd-3E", 1),
        new Case(accept("252 maybe", End.GO_ON), "Accepted", 1),
        new Case(accept("250 OK", End.CUT), "Accepted", 1),
        new Case(accept("250 OK", End.HANG), "Accepted", 1),
        new Case(hang(Step.QUIT), "Accepted", 1),
        new Case(cut(Step.QUIT), "Accepted", 1));
  }

  private static List<Case> losing() {
    return List.of(
        new Case(acceptSilently(End.CUT), "Uncertain", 1),
        new Case(acceptSilently(End.HANG), "Uncertain", 1),
        new Case(accept("250-almost", End.CUT), "Uncertain", 1),
        new Case(accept("250-almost", End.HANG), "Uncertain", 1),
        new Case(cut(Step.DOT), "Uncertain", 0),
        new Case(hang(Step.DOT), "Uncertain", 0),
        new Case(cut(Step.BODY), "Uncertain", 0),
        new Case(cut(Step.DATA), "Failed connect", 0),
        new Case(hang(Step.DATA), "Failed connect", 0),
        new Case(cut(Step.RCPT), "Failed connect", 0),
        new Case(hang(Step.RCPT), "Failed connect", 0),
        new Case(cut(Step.MAIL), "Failed connect", 0),
        new Case(hang(Step.MAIL), "Failed connect", 0),
        new Case(cut(Step.EHLO), "Failed connect", 0),
        new Case(hang(Step.EHLO), "Failed connect", 0),
        new Case(cut(Step.CONNECT), "Failed connect", 0),
        new Case(hang(Step.CONNECT), "Failed connect", 0));
  }

  private static List<Case> refusing() {
    return List.of(
        new Case(reply(Step.CONNECT, "554 5.3.2 no service"), "Failed connect", 0),
        new Case(reply(Step.CONNECT, "421 4.7.0 too many connections"), "Throttled", 0),
        new Case(reply(Step.MAIL, "530 5.7.0 authentication required"), "Failed auth", 0),
        new Case(reply(Step.MAIL, "451 4.7.500 server busy"), "Throttled", 0),
        new Case(reply(Step.MAIL, "421 4.3.2 shutting down").then(End.CUT), "Failed 4.3.2", 0),
        new Case(reply(Step.RCPT, "450 4.2.1 receiving mail at a high rate"), "Failed 4.2.1", 0),
        new Case(reply(Step.RCPT, "451 4.7.1 greylisting in action"), "Failed 4.7.1", 0),
        new Case(reply(Step.RCPT, "450 4.7.1 you send too much"), "Throttled", 0),
        new Case(reply(Step.RCPT, "452 mailbox full"), "Failed 452", 0),
        new Case(reply(Step.RCPT, "550-5.1.1 no such\r\n550 5.1.1 user"), "Refused 5.1.1", 0),
        new Case(reply(Step.RCPT, "550 5.1.1 no such user").then(End.CUT), "Refused 5.1.1", 0),
        new Case(reply(Step.DATA, "554 no valid recipients"), "Refused 554", 0),
        new Case(reply(Step.DATA, "451 4.3.0 later").then(End.CUT), "Failed 4.3.0", 0),
        new Case(reply(Step.DOT, "554 5.7.1 spam"), "Refused 5.7.1", 0),
        new Case(reply(Step.DOT, "554 5.7.1 spam").then(End.CUT), "Refused 5.7.1", 0),
        new Case(reply(Step.DOT, "451 4.3.0 disk full"), "Failed 4.3.0", 0),
        new Case(
            reply(Step.DOT, "454 Throttling failure: Maximum sending rate exceeded"),
            "Throttled",
            0),
        new Case(reply(Step.DOT, "421 4.7.28 unusual rate").then(End.CUT), "Throttled", 0),
        new Case(reply(Step.DOT, "421 4.3.0 going down").then(End.CUT), "Failed 4.3.0", 0));
  }

  private static List<Case> talkingNonsense() {
    return List.of(
        new Case(accept("OK", End.GO_ON), "Uncertain", 1),
        new Case(accept("999 OK", End.GO_ON), "Uncertain", 1),
        new Case(accept("-25 OK", End.GO_ON), "Uncertain", 1),
        new Case(accept("354 what?", End.GO_ON), "Uncertain", 1),
        new Case(accept("\u0000\u0001", End.GO_ON), "Uncertain", 1),
        new Case(accept("2500 OK", End.GO_ON), "Uncertain", 1),
        new Case(reply(Step.DATA, "250 what?"), "Failed connect", 0),
        new Case(reply(Step.DATA, "ok go"), "Failed connect", 0),
        new Case(reply(Step.RCPT, "354 what?"), "Failed connect", 0),
        new Case(reply(Step.RCPT, "x"), "Failed connect", 0),
        new Case(reply(Step.MAIL, "HTTP/1.1 400 Bad Request"), "Failed connect", 0),
        new Case(reply(Step.CONNECT, "SSH-2.0-OpenSSH_9.2").then(End.HANG), "Failed connect", 0));
  }

  @ParameterizedTest
  @MethodSource("ending")
  void the_result_is_what_is_true_in_the_ledger(Case given) {
    check(given);
    checkUsedBefore(given);
  }

  @Test
  void the_result_of_what_hangs_is_what_is_true_in_the_ledger() throws Exception {
    List<Case> hanging = cases().filter(Case::hangs).toList();
    assertThat(hanging).hasSizeGreaterThan(8);
    check(new Case(reply(Step.QUIT, "221 bye"), "Accepted", 1)); // classes are loaded then
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> checks = new ArrayList<>();
      for (Case given : hanging) {
        checks.add(threads.submit(() -> check(given)));
        checks.add(threads.submit(() -> checkUsedBefore(given)));
      }
      for (Future<?> check : checks) {
        check.get();
      }
    }
  }

  private static void check(Case given) {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector = Mails.connector(server)) {
      server.always(given.script());
      SendResult result = connector.send(Mails.mail("m1", "a@example.org"), given.timeout());
      assertThat(shown(result)).as(given.toString()).startsWith(given.outcome());
      server.await(() -> server.ledger().size() >= given.inLedger());
      assertThat(server.ledger()).as(given.toString()).hasSize(given.inLedger());
      checkHonesty(result, given.inLedger());
    }
  }

  /** Over a connection that was used before, which may be given up for another. */
  private static void checkUsedBefore(Case given) {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector = Mails.connector(server)) {
      connector.send(Mails.mail("m0", "b@example.org"), Mails.AMPLE);
      server.always(given.script());
      SendResult result = connector.send(Mails.mail("m1", "a@example.org"), given.timeout());
      long copies =
          server.ledger().stream().filter(each -> each.recipient().startsWith("a@")).count();
      checkHonesty(result, copies);
    }
  }

  private static void checkHonesty(SendResult result, long inLedger) {
    assertThat(inLedger).as("copies").isLessThanOrEqualTo(1);
    switch (result) {
      case SendResult.Accepted accepted -> assertThat(inLedger).isEqualTo(1);
      case SendResult.Uncertain uncertain -> assertThat(uncertain.reason()).isNotEmpty();
      case SendResult.Refused refused -> assertThat(inLedger).as(refused.reason()).isZero();
      case SendResult.Failed failed -> assertThat(inLedger).as(failed.reason()).isZero();
      case SendResult.Throttled throttled -> assertThat(inLedger).as(throttled.reason()).isZero();
    }
  }

  private static String shown(SendResult result) {
    return switch (result) {
      case SendResult.Accepted accepted -> "Accepted " + accepted.providerIds().getFirst();
      case SendResult.Uncertain uncertain -> "Uncertain " + uncertain.reason();
      case SendResult.Refused refused -> "Refused " + refused.code() + " " + refused.reason();
      case SendResult.Failed failed -> "Failed " + failed.code() + " " + failed.reason();
      case SendResult.Throttled throttled -> "Throttled " + throttled.reason();
    };
  }

  @Test
  void what_a_script_says_of_one_recipient_holds_for_no_other() {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector = Mails.connector(server)) {
      server.script("lost@example.org", acceptSilently(End.CUT));
      server.script("none@example.org", reply(Step.RCPT, "550 5.1.1 no such user"));
      assertThat(connector.send(Mails.mail("m1", "none@example.org"), Mails.AMPLE))
          .isInstanceOf(SendResult.Refused.class);
      assertThat(connector.send(Mails.mail("m2", "a@example.org"), Mails.AMPLE))
          .isEqualTo(new SendResult.Accepted(Optional.of("m2@example.com"), 1));
      assertThat(connector.send(Mails.mail("m3", "lost@example.org"), Mails.AMPLE))
          .isInstanceOfSatisfying(
              SendResult.Uncertain.class,
              lost -> assertThat(lost.ownId()).contains("m3@example.com"));
      assertThat(connector.send(Mails.mail("m4", "a@example.org"), Mails.AMPLE))
          .isInstanceOf(SendResult.Accepted.class);
      assertThat(server.ledger().stream().map(ScriptedSmtpServer.Entry::messageId))
          .containsExactly("m2@example.com", "m3@example.com", "m4@example.com");
      assertThat(server.connections())
          .as("after a refusal the connection is used again")
          .isEqualTo(2);
      assertThat(server.commands()).filteredOn("RSET"::equals).hasSize(1);
    }
  }

  @Test
  void the_whole_exchange_has_the_time_that_is_given_and_no_more() {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector = Mails.connector(server)) {
      server.always(hang(Step.RCPT));
      long before = System.nanoTime();
      assertThat(connector.send(Mails.mail("m1", "a@example.org"), BRIEF))
          .isInstanceOf(SendResult.Failed.class);
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isBetween(BRIEF, Mails.AMPLE.dividedBy(2));
    }
  }

  /** Longer than it takes to compose 5 MiB, more than a socket takes in, on a busy machine. */
  private static final Duration COMPOSING = Duration.ofSeconds(10);

  @Test
  void a_server_that_takes_no_more_of_the_text_leaves_it_uncertain() {
    SmtpLimits limits = SmtpLimits.DEFAULT;
    SmtpLimits impatient =
        new SmtpLimits(
            1, limits.connectTimeout(), limits.readTimeout(), BRIEF, limits.idleTimeout());
    Content.Mail long5Mebibytes =
        new Content.Mail(
            "S", Optional.of("x".repeat(63).concat("\n").repeat(5 << 14)), Optional.empty());
    for (boolean isOfSocket : List.of(true, false)) {
      try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
          SmtpConnector connector =
              Mails.connector(
                  Mails.inClear(server.port()).limits(isOfSocket ? impatient : limits))) {
        server.always(new SmtpScript(Step.BODY, false, Optional.empty(), End.STALL));
        SendResult result =
            connector.send(
                Mails.mail("m1", "a@example.org", long5Mebibytes),
                isOfSocket ? Mails.AMPLE : COMPOSING);
        assertThat(shown(result)).startsWith("Uncertain HANDED_OVER");
        assertThat(server.ledger()).isEmpty();
      }
    }
  }

  @Test
  void one_answer_has_the_time_that_is_set_for_answers() {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start();
        SmtpConnector connector =
            Mails.connector(
                Mails.inClear(server.port()).limits(SmtpLimits.DEFAULT.readTimeout(BRIEF)))) {
      server.always(hang(Step.RCPT));
      assertThat(shown(connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE)))
          .startsWith("Failed connect RECIPIENT: SocketTimeoutException");
    }
  }

  @Test
  void where_nothing_listens_it_has_failed() {
    ScriptedSmtpServer server = ScriptedSmtpServer.start();
    server.close();
    try (SmtpConnector connector = Mails.connector(server)) {
      assertThat(shown(connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE)))
          .startsWith("Failed connect ConnectException");
    }
  }

  @Test
  void a_name_that_is_unknown_has_failed() {
    SmtpServer server = SmtpServer.of("no-such-host.invalid");
    try (SmtpConnector connector = Mails.connector(SmtpOptions.of(server, Mails.SENDER))) {
      assertThat(shown(connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE)))
          .startsWith("Failed connect UnknownHostException");
    }
  }
}
