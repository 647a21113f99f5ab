package io.messina.connectors.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.messina.api.message.protocol.SmtpIdempotency;
import io.messina.api.message.protocol.SmtpOptions;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailComposerTest {

  private static final String TO = "a@example.org";
  private static final SmtpOptions OPTIONS = Mails.inClear(25);

  private static String composed(SmtpOptions options, OutgoingMessage message, Clock clock)
      throws UnfitMailException {
    byte[] bytes =
        new MailComposer(options, Mails.secrets(Map.of()), clock).compose(message).bytes();
    return new String(bytes, UTF_8);
  }

  private static String composed(OutgoingMessage message) throws UnfitMailException {
    return composed(OPTIONS, message, Mails.NOON);
  }

  private static OutgoingMessage mail(String subject, String text) {
    return Mails.mail("m1", TO, new Content.Mail(subject, Optional.of(text), Optional.empty()));
  }

  private static OutgoingMessage toMany(String unsubscribe) {
    OutgoingMessage mail = Mails.mail("m1", TO);
    return new OutgoingMessage(
        mail.id(),
        mail.from(),
        mail.to(),
        mail.content(),
        mail.metadata(),
        Optional.of(URI.create(unsubscribe)));
  }

  private static MimeMessage read(String mail) throws Exception {
    return new MimeMessage(
        Session.getInstance(new Properties()), new ByteArrayInputStream(mail.getBytes(UTF_8)));
  }

  @Test
  void a_short_mail_is_as_short_as_this() throws Exception {
    assertThat(composed(Mails.mail("m1", TO)))
        .isEqualTo(
            """
            From: Messina <news@example.com>
            To: a@example.org
            Subject: Hello
            Date: Sun, 1 Mar 2026 12:00:00 +0000
            Message-ID: <m1@example.com>
            MIME-Version: 1.0
            Content-Type: text/plain; charset=UTF-8
            Content-Transfer-Encoding: 7bit

            Ciao.
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void text_and_html_are_alternatives_the_richer_one_last() throws Exception {
    Content.Mail content =
        new Content.Mail(
            "S", Optional.of("perché"), Optional.of("<p>" + "日本語".repeat(40) + "</p>"));
    MimeMessage mail = read(composed(Mails.mail("m1", TO, content)));
    assertThat(mail.getContentType()).startsWith("multipart/alternative");
    MimeMultipart parts = (MimeMultipart) mail.getContent();
    assertThat(parts.getCount()).isEqualTo(2);
    assertThat(parts.getBodyPart(0).getContent()).isEqualTo("perché");
    assertThat(parts.getBodyPart(1).getContent()).isEqualTo(content.html().orElseThrow() + "\r\n");
    assertThat(parts.getBodyPart(1).getContentType()).startsWith("text/html");
  }

  @Test
  void a_sender_of_its_own_names_the_message_id_and_the_envelope() throws Exception {
    OutgoingMessage mail =
        new OutgoingMessage(
            "m1",
            Optional.of("Shop <shop@b\u00fccher.example>"),
            TO,
            Mails.mail("m1", TO).content(),
            Map.of(),
            Optional.empty());
    ComposedMail composed =
        new MailComposer(OPTIONS, Mails.secrets(Map.of()), Mails.NOON).compose(mail);
    assertThat(composed.from().mailbox()).isEqualTo("shop@xn--bcher-kva.example");
    assertThat(composed.messageId()).isEqualTo("m1@xn--bcher-kva.example");
  }

  @Property(tries = 300)
  void whatever_it_says_is_read_as_it_was_said(
      @ForAll @StringLength(max = 300) String subject,
      @ForAll @StringLength(max = 3_000) String text)
      throws Exception {
    String line = wellFormed(subject).replaceAll("\\p{Cc}", "").strip().replaceAll("\\s+", " ");
    String said = wellFormed(text);
    String mail = composed(mail(line, said));
    assertThat(mail.replace("\r\n", "")).doesNotContain("\r", "\n");
    assertThat(mail.lines()).allMatch(each -> each.length() <= 998);
    assertThat(mail.chars()).allMatch(each -> each < 128);
    MimeMessage read = read(mail);
    assertThat(Optional.ofNullable(read.getSubject()).orElse("")).isEqualTo(line);
    String lines = said.replaceAll("\r\n|\r|\n", "\r\n");
    assertThat(read.getContent()).isEqualTo(lines.endsWith("\r\n") ? lines : lines + "\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=?UTF-8?Q?50=25_off?=",
        "Re: =?utf-8?B?U3VwZXI=?= in your logs, which are long enough for several encoded words",
        "a =?iso-8859-1?q?b?= c",
        "=?"
      })
  void a_subject_that_looks_encoded_is_read_as_it_was_said(String subject) throws Exception {
    assertThat(read(composed(mail(subject, "x"))).getSubject()).isEqualTo(subject);
  }

  private static String wellFormed(String text) {
    return new String(text.getBytes(UTF_8), UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a line\n.\na dot alone",
        "a line\r\n.\r\nQUIT\r\n",
        "a line\n.\rMAIL FROM:<x@y>\r.\n",
        "spaces at the end   \t \n",
        "bare\rreturns\rand\nfeeds",
        "\n\n\n",
        ""
      })
  void lines_end_as_lines_do(String text) throws Exception {
    assertThat(composed(mail("S", text)).replace("\r\n", "")).doesNotContain("\r", "\n");
  }

  @Test
  void a_long_line_is_not_sent_as_one() throws Exception {
    String text = "x".repeat(5_000);
    String mail = composed(mail("S", text));
    assertThat(mail.lines()).allMatch(line -> line.length() <= 76);
    assertThat(read(mail).getContent()).isEqualTo(text + "\r\n");
  }

  @Test
  void a_subject_of_one_endless_word_is_refused() {
    assertThatExceptionOfType(UnfitMailException.class)
        .isThrownBy(() -> composed(mail("x".repeat(1_000), "t")))
        .withMessageStartingWith("Subject: a line");
  }

  @Test
  void mail_to_many_says_how_to_leave_with_one_click() throws Exception {
    assertThat(composed(toMany("https://example.com/u/1")))
        .contains(
            "List-Unsubscribe: <https://example.com/u/1>\r\n",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  }

  @Test
  void a_long_address_to_leave_by_has_a_line_of_its_own() throws Exception {
    String address = "https://example.com/u/" + "x".repeat(300);
    assertThat(composed(toMany(address))).contains("List-Unsubscribe: \r\n <" + address + ">\r\n");
    assertThatExceptionOfType(UnfitMailException.class)
        .isThrownBy(() -> composed(toMany(address + "x".repeat(700))))
        .withMessageStartingWith("List-Unsubscribe: a line");
  }

  @Test
  void one_click_is_promised_over_https_only() throws Exception {
    assertThat(composed(toMany("mailto:leave@example.com")))
        .contains("List-Unsubscribe: <mailto:leave@example.com>\r\n")
        .doesNotContain("List-Unsubscribe-Post");
  }

  @Test
  void how_to_leave_is_left_out_if_so_set() throws Exception {
    assertThat(
            composed(
                OPTIONS.oneClickUnsubscribe(false), toMany("https://example.com/u"), Mails.NOON))
        .doesNotContain("List-Unsubscribe");
  }

  @Test
  void the_key_of_a_provider_is_the_id_of_the_message() throws Exception {
    SmtpOptions options =
        OPTIONS.idempotency(
            new SmtpIdempotency("Resend-Idempotency-Key", Duration.ofDays(1), false));
    assertThat(composed(options, Mails.mail("m1", TO), Mails.NOON))
        .contains("\r\nResend-Idempotency-Key: m1\r\n")
        .contains("\r\nDate: ");
  }

  @Test
  void what_a_provider_compares_is_the_same_at_any_time() throws Exception {
    SmtpOptions options = OPTIONS.idempotency(new SmtpIdempotency("Key", Duration.ofDays(1), true));
    Content.Mail content = new Content.Mail("S", Optional.of("t"), Optional.of("h"));
    String once = composed(options, Mails.mail("m1", TO, content), Mails.NOON);
    Clock later = Clock.offset(Mails.NOON, Duration.ofHours(3));
    assertThat(composed(options, Mails.mail("m1", TO, content), later)).isEqualTo(once);
    assertThat(composed(options, Mails.mail("m2", TO, content), Mails.NOON)).isNotEqualTo(once);
  }

  @Test
  void what_is_no_mail_is_refused() {
    assertThatExceptionOfType(UnfitMailException.class)
        .isThrownBy(() -> composed(Mails.mail("m1", TO, new Content.Text("t"))))
        .satisfies(e -> assertThat(e.refused().code()).isEqualTo("5.6.1"));
    assertThatExceptionOfType(UnfitMailException.class)
        .isThrownBy(() -> composed(Mails.mail("m 1", TO)))
        .withMessageStartingWith("id: ");
    assertThatExceptionOfType(UnfitMailException.class)
        .isThrownBy(() -> composed(Mails.mail("m1", "a@example.org\r\nBcc: b@example.org")))
        .satisfies(e -> assertThat(e.refused().code()).isEqualTo("5.1.3"));
  }

  @Test
  void options_with_a_sender_that_is_none_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new MailComposer(
                    SmtpOptions.of(OPTIONS.server(), "nobody"),
                    Mails.secrets(Map.of()),
                    Mails.NOON));
  }
}
