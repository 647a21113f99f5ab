package io.messina.connectors.smtp;

import static io.messina.connectors.smtp.MailHeader.CRLF;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.messina.api.message.protocol.SmtpIdempotency;
import io.messina.api.message.protocol.SmtpOptions;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.Secrets;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes mails: headers, body, signature. */
final class MailComposer {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** RFC 5322; the JDK's formatter writes a zone that is obsolete in it. */
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss Z", Locale.ENGLISH);

  /** An address that would make its line longer than 78 characters gets a separate line. */
  private static final int UNFOLDED_CHARS_MAX = 60;

  private final SmtpOptions options;
  private final MailAddress sender;
  private final Optional<DkimSigner> signer;
  private final Clock clock;

  /**
   * Prepares it.
   *
   * @throws IllegalArgumentException if the sender of the options is no address
   */
  MailComposer(SmtpOptions options, Secrets secrets, Clock clock) {
    this.options = options;
    this.sender = MailAddress.sender(options.from());
    this.signer = options.dkim().map(dkim -> new DkimSigner(dkim, secrets));
    this.clock = clock;
  }

  /** Of the mails that name none. */
  MailAddress sender() {
    return sender;
  }

  /**
   * Writes a mail.
   *
   * @throws UnfitMailException if no server may be asked to take it
   * @throws IllegalArgumentException if the key to sign with does not exist, or is none
   */
  ComposedMail compose(OutgoingMessage message) throws UnfitMailException {
    if (!ID.matcher(message.id()).matches()) {
      throw new UnfitMailException(
          "5.6.0", "id: another form (expected: letters, digits, _ and -)");
    }
    if (!(message.content() instanceof Content.Mail mail)) {
      throw new UnfitMailException("5.6.1", "content: not a mail (expected: one with a subject)");
    }
    MailAddress from = from(message);
    MailAddress to = to(message);
    String messageId = message.id() + "@" + from.domain();
    Optional<ZonedDateTime> date = date();
    List<MailHeader> headers = new ArrayList<>();
    headers.add(folded("From", from.header()));
    headers.add(folded("To", to.header()));
    headers.add(folded("Subject", EncodedText.of(mail.subject())));
    date.ifPresent(time -> headers.add(new MailHeader("Date", DATE.format(time))));
    headers.add(new MailHeader("Message-ID", "<" + messageId + ">"));
    if (options.oneClickUnsubscribe()) {
      message.unsubscribe().ifPresent(uri -> unsubscribe(uri, headers));
    }
    byte[] bytes = bytes(message.id(), headers, MimeBody.of(mail, message.id()), date);
    return new ComposedMail(messageId, from, to, bytes);
  }

  private MailAddress from(OutgoingMessage message) throws UnfitMailException {
    try {
      return message.from().map(MailAddress::sender).orElse(sender);
    } catch (IllegalArgumentException e) {
      throw new UnfitMailException("5.1.7", "from: " + e.getMessage());
    }
  }

  private static MailAddress to(OutgoingMessage message) throws UnfitMailException {
    try {
      return MailAddress.recipient(message.to());
    } catch (IllegalArgumentException e) {
      throw new UnfitMailException("5.1.3", "to: " + e.getMessage());
    }
  }

  /** A repeat must be the same byte for byte if the provider compares; it then sets the date. */
  private Optional<ZonedDateTime> date() {
    return options.idempotency().filter(SmtpIdempotency::comparesBody).isPresent()
        ? Optional.empty()
        : Optional.of(clock.instant().atZone(ZoneOffset.UTC));
  }

  private static void unsubscribe(URI uri, List<MailHeader> headers) {
    String address = "<" + uri.toASCIIString() + ">";
    String fold = address.length() > UNFOLDED_CHARS_MAX ? CRLF + " " : "";
    headers.add(new MailHeader("List-Unsubscribe", fold + address));
    if ("https".equalsIgnoreCase(uri.getScheme())) {
      headers.add(new MailHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
    }
  }

  private byte[] bytes(
      String id, List<MailHeader> headers, MimeBody body, Optional<ZonedDateTime> date)
      throws UnfitMailException {
    headers.add(new MailHeader("MIME-Version", "1.0"));
    headers.addAll(body.headers());
    signer.ifPresent(
        dkim ->
            headers.addFirst(dkim.sign(headers, body.bytes(), date.map(ZonedDateTime::toInstant))));
    // Providers take it away again, which must not break the signature.
    options.idempotency().ifPresent(key -> headers.add(new MailHeader(key.header(), id)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (MailHeader header : headers) {
      if (header.isTooLong()) {
        throw new UnfitMailException(
            "5.6.0", header.name() + ": a line of more than 998 characters");
      }
      bytes.writeBytes(header.text().getBytes(UTF_8));
    }
    bytes.writeBytes(CRLF.getBytes(UTF_8));
    bytes.writeBytes(body.bytes());
    return bytes.toByteArray();
  }

  private static MailHeader folded(String name, String value) {
    return new MailHeader(name, MimeUtility.fold(name.length() + 2, value));
  }
}
