package io.messina.connectors.smtp;

import static io.messina.connectors.smtp.SmtpScript.cut;
import static io.messina.connectors.smtp.SmtpScript.hang;
import static io.messina.connectors.smtp.SmtpScript.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.messina.api.message.protocol.SmtpOptions;
import io.messina.api.message.protocol.SmtpServer;
import io.messina.api.message.protocol.SmtpTls;
import io.messina.connectors.SendResult;
import io.messina.connectors.exchange.TestCertificate;
import io.messina.connectors.smtp.SmtpScript.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Encryption and logging in. */
class SmtpTlsTest {

  private static final String USER = "news@example.com";
  private static final String PASSWORD = "hunter2";

  /** The same machine, but not as its certificate names it. */
  private static final String OTHER_NAME = "127.0.0.1";

  private static final String LOGIN = "AUTH PLAIN LOGIN";

  private static final TestCertificate CERTIFICATE = TestCertificate.ofLocalhostAndProvider();

  private static SmtpConnector connector(
      ScriptedSmtpServer server, SmtpTls tls, SSLSocketFactory trust) {
    return connector("localhost", server, tls, trust);
  }

  private static SmtpConnector connector(
      String host, ScriptedSmtpServer server, SmtpTls tls, SSLSocketFactory trust) {
    SmtpServer where = SmtpServer.of(host).at(server.port(), tls).account(USER, "env:PASSWORD");
    return new SmtpConnector(
        SmtpOptions.of(where, Mails.SENDER),
        Mails.secrets(Map.of("env:PASSWORD", PASSWORD)),
        Mails.NOON,
        trust);
  }

  private static SendResult send(SmtpConnector connector) {
    return connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE);
  }

  private static void isFailed(SendResult result, String code) {
    assertThat(result)
        .asInstanceOf(type(SendResult.Failed.class))
        .satisfies(
            failed -> {
              assertThat(failed.code()).as(failed.reason()).isEqualTo(code);
              assertThat(failed.reason()).doesNotContain(PASSWORD);
            });
  }

  @Test
  void after_starttls_the_password_and_the_mail_are_sent() throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start(CERTIFICATE.server(), LOGIN);
        SmtpConnector connector =
            connector(server, SmtpTls.STARTTLS, CERTIFICATE.client().getSocketFactory())) {
      assertThat(send(connector)).isInstanceOf(SendResult.Accepted.class);
      String initial =
          Base64.getEncoder()
              .encodeToString(
                  (USER + "\0" + USER + "\0" + PASSWORD).getBytes(StandardCharsets.UTF_8));
      assertThat(server.commands())
          .containsExactly(
              "EHLO example.com",
              "STARTTLS",
              "EHLO example.com",
              "AUTH PLAIN " + initial,
              "MAIL FROM:<news@example.com>",
              "RCPT TO:<a@example.org>",
              "DATA",
              ".");
      assertThat(server.ledger()).hasSize(1);
    }
  }

  @Test
  void without_starttls_nothing_is_sent() throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start(LOGIN);
        SmtpConnector connector =
            connector(server, SmtpTls.STARTTLS, CERTIFICATE.client().getSocketFactory())) {
      isFailed(send(connector), "connect");
      assertThat(server.commands()).containsExactly("EHLO example.com");
    }
  }

  @Test
  void a_certificate_that_nobody_vouches_for_gets_no_password() throws Exception {
    SSLSocketFactory usual = (SSLSocketFactory) SSLSocketFactory.getDefault();
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start(CERTIFICATE.server(), LOGIN);
        SmtpConnector connector = connector(server, SmtpTls.STARTTLS, usual)) {
      isFailed(send(connector), "connect");
      assertThat(server.commands()).containsExactly("EHLO example.com", "STARTTLS");
    }
  }

  @Test
  void a_certificate_of_another_host_gets_no_password() throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start(CERTIFICATE.server(), LOGIN);
        SmtpConnector connector =
            connector(
                OTHER_NAME, server, SmtpTls.STARTTLS, CERTIFICATE.client().getSocketFactory())) {
      isFailed(send(connector), "connect");
      assertThat(server.commands()).containsExactly("EHLO example.com", "STARTTLS");
    }
  }

  @Test
  void encrypted_from_the_first_byte_a_certificate_is_checked_as_well() throws Exception {
    SSLSocketFactory usual = (SSLSocketFactory) SSLSocketFactory.getDefault();
    assertThat(handshake("localhost", CERTIFICATE.client().getSocketFactory()))
        .isEqualTo("EHLO example.com");
    assertThat(handshake("localhost", usual)).isEqualTo("no handshake");
    assertThat(handshake(OTHER_NAME, CERTIFICATE.client().getSocketFactory()))
        .isEqualTo("no handshake");
  }

  /** What a server hears first from a connector that trusts somebody. */
  private static String handshake(String host, SSLSocketFactory trust) throws Exception {
    try (ServerSocket listener =
        CERTIFICATE
            .server()
            .getServerSocketFactory()
            .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      FutureTask<String> heard = new FutureTask<>(() -> hear(listener));
      Thread.ofVirtual().start(heard);
      SmtpServer where = SmtpServer.of(host).at(listener.getLocalPort(), SmtpTls.TLS);
      try (SmtpConnector connector =
          new SmtpConnector(
              SmtpOptions.of(where, Mails.SENDER), Mails.secrets(Map.of()), Mails.NOON, trust)) {
        isFailed(send(connector), "connect");
      }
      return heard.get();
    }
  }

  private static String hear(ServerSocket listener) {
    try (Socket socket = listener.accept()) {
      socket.getOutputStream().write("220 hello\r\n".getBytes(StandardCharsets.UTF_8));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
    } catch (IOException e) {
      return "no handshake";
    }
  }

  static Stream<SmtpScript> failures() {
    return Stream.of(
        cut(Step.STARTTLS),
        hang(Step.STARTTLS),
        reply(Step.STARTTLS, "454 4.7.0 TLS not available"),
        reply(Step.STARTTLS, "220 go").then(SmtpScript.End.HANG),
        reply(Step.STARTTLS, "220 go").then(SmtpScript.End.CUT),
        reply(Step.STARTTLS, "220 go\r\nno TLS at all"),
        cut(Step.AUTH),
        hang(Step.AUTH));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void a_connection_that_is_lost_before_the_mail_has_failed(SmtpScript script) throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start(CERTIFICATE.server(), LOGIN);
        SmtpConnector connector =
            connector(server, SmtpTls.STARTTLS, CERTIFICATE.client().getSocketFactory())) {
      server.always(script);
      isFailed(
          connector.send(Mails.mail("m1", "a@example.org"), Duration.ofMillis(500)), "connect");
      assertThat(server.commands()).noneMatch(said -> said.startsWith("MAIL"));
    }
  }

  @Test
  void a_wrong_password_is_told_from_a_lost_connection() throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start(CERTIFICATE.server(), LOGIN);
        SmtpConnector connector =
            connector(server, SmtpTls.STARTTLS, CERTIFICATE.client().getSocketFactory())) {
      server.always(reply(Step.AUTH, "535 5.7.8 wrong credentials"));
      isFailed(send(connector), "auth");
    }
  }

  @Test
  void a_server_that_lets_nobody_log_in_gets_no_mail() throws Exception {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start(CERTIFICATE.server());
        SmtpConnector connector =
            connector(server, SmtpTls.STARTTLS, CERTIFICATE.client().getSocketFactory())) {
      isFailed(send(connector), "auth");
      assertThat(server.ledger()).isEmpty();
    }
  }

  @Test
  void a_password_that_is_not_there_has_failed() {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.start(LOGIN);
        SmtpConnector connector =
            Mails.connector(
                SmtpOptions.of(
                    SmtpServer.of("localhost")
                        .at(server.port(), SmtpTls.NONE)
                        .account("u", "env:GONE"),
                    Mails.SENDER))) {
      isFailed(send(connector), "auth");
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void an_address_beyond_ascii_needs_a_server_that_takes_it() {
    try (ScriptedSmtpServer with = ScriptedSmtpServer.start("SMTPUTF8", "8BITMIME");
        ScriptedSmtpServer without = ScriptedSmtpServer.start();
        SmtpConnector able = Mails.connector(with);
        SmtpConnector unable = Mails.connector(without)) {
      String to = "\u7528\u6237@example.org";
      assertThat(able.send(Mails.mail("m1", to), Mails.AMPLE))
          .isInstanceOf(SendResult.Accepted.class);
      assertThat(with.commands())
          .contains("MAIL FROM:<news@example.com> BODY=8BITMIME SMTPUTF8", "RCPT TO:<" + to + ">");
      assertThat(with.ledger().getFirst().text()).contains("\r\nTo: " + to + "\r\n");
      assertThat(unable.send(Mails.mail("m2", to), Mails.AMPLE))
          .asInstanceOf(type(SendResult.Refused.class))
          .extracting(SendResult.Refused::code)
          .isEqualTo("5.6.7");
      assertThat(unable.send(Mails.mail("m3", "a@example.org"), Mails.AMPLE))
          .isInstanceOf(SendResult.Accepted.class);
      assertThat(without.connections()).isEqualTo(1);
    }
  }
}
