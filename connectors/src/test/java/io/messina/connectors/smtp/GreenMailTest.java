package io.messina.connectors.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.messina.api.message.protocol.SmtpIdempotency;
import io.messina.api.message.protocol.SmtpOptions;
import io.messina.api.message.protocol.SmtpServer;
import io.messina.api.message.protocol.SmtpTls;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.SendResult;
import io.messina.connectors.exchange.TestCertificate;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mail through a mail server that is not ours, encrypted from the first byte. */
@SuppressWarnings("NullAway.Init")
class GreenMailTest {

  private static final String STORE = "greenmail.tls.keystore.file";

  private static TestCertificate certificate;
  private GreenMail mails;

  @BeforeAll
  static void makeCertificate() {
    certificate = TestCertificate.ofLocalhostAndProvider();
    System.setProperty(STORE, certificate.file().toString());
  }

  @AfterAll
  static void forgetCertificate() {
    System.clearProperty(STORE);
  }

  @BeforeEach
  void start() {
    mails = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTPS));
    mails.setUser("news@example.com", "news", "right");
    mails.start();
  }

  @AfterEach
  void stop() {
    mails.stop();
  }

  private SmtpOptions options() {
    SmtpServer server =
        SmtpServer.of("localhost")
            .at(mails.getSmtps().getPort(), SmtpTls.TLS)
            .account("news", "env:PASSWORD");
    return SmtpOptions.of(server, "Caff\u00e8 Messina <news@example.com>");
  }

  private static SmtpConnector connector(SmtpOptions options, String password) {
    return new SmtpConnector(
        options,
        Mails.secrets(Map.of("env:PASSWORD", password)),
        Mails.NOON,
        certificate.client().getSocketFactory());
  }

  @Test
  void what_is_sent_is_read_as_it_was_written() throws Exception {
    Content.Mail content =
        new Content.Mail(
            "Gr\u00fc\u00dfe \ud83d\ude80 " + "und noch viel mehr davon ".repeat(8).strip(),
            Optional.of("Ciao,\n.\n..\nperch\u00e9 no?\n"),
            Optional.of("<p>Ciao</p>"));
    OutgoingMessage message =
        new OutgoingMessage(
            "m1",
            Optional.empty(),
            "a@example.org",
            content,
            Map.of(),
            Optional.of(URI.create("https://example.com/u/1")));
    SmtpOptions options =
        options()
            .idempotency(new SmtpIdempotency("Resend-Idempotency-Key", Duration.ofDays(1), false));
    try (SmtpConnector connector = connector(options, "right")) {
      assertThat(connector.send(message, Mails.AMPLE)).isInstanceOf(SendResult.Accepted.class);
      assertThat(connector.repeats()).contains(new RepeatPromise(Duration.ofDays(1), false));
    }
    assertThat(mails.getReceivedMessages()).hasSize(1);
    MimeMessage mail = mails.getReceivedMessages()[0];
    assertThat(mail.getSubject()).isEqualTo(content.subject());
    assertThat(mail.getFrom()[0].toString()).contains("news@example.com").contains("=?UTF-8?");
    assertThat(mail.getMessageID()).isEqualTo("<m1@example.com>");
    assertThat(mail.getSentDate().toInstant()).isEqualTo(Mails.NOON.instant());
    assertThat(mail.getHeader("List-Unsubscribe")).containsExactly("<https://example.com/u/1>");
    assertThat(mail.getHeader("Resend-Idempotency-Key")).containsExactly("m1");
    MimeMultipart parts = (MimeMultipart) mail.getContent();
    assertThat(parts.getBodyPart(0).getContent()).isEqualTo("Ciao,\r\n.\r\n..\r\nperch\u00e9 no?");
    assertThat(GreenMailUtil.getBody(parts.getBodyPart(1))).contains("<p>Ciao</p>");
  }

  @Test
  void many_mails_go_over_one_connection() {
    try (SmtpConnector connector = connector(options(), "right")) {
      for (int i = 0; i < 20; i++) {
        assertThat(connector.send(Mails.mail("m" + i, "a@example.org"), Mails.AMPLE))
            .isInstanceOf(SendResult.Accepted.class);
      }
    }
    assertThat(mails.getReceivedMessages()).hasSize(20);
  }

  @Test
  void a_wrong_password_has_failed() {
    try (SmtpConnector connector = connector(options(), "wrong")) {
      SendResult result = connector.send(Mails.mail("m1", "a@example.org"), Mails.AMPLE);
      assertThat(result).isInstanceOf(SendResult.Failed.class);
      assertThat(((SendResult.Failed) result).code()).isEqualTo("auth");
    }
    assertThat(mails.getReceivedMessages()).isEmpty();
  }

  @Test
  void who_says_nothing_of_repeats_promises_nothing() {
    try (SmtpConnector connector = connector(options(), "right")) {
      assertThat(connector.repeats()).isEmpty();
    }
  }
}
