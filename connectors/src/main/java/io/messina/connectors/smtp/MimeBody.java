package io.messina.connectors.smtp;

import static io.messina.connectors.smtp.MailHeader.CRLF;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.messina.connectors.Content;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The content of a mail, by MIME: the same bytes for the same mail, each time.
 *
 * @param headers the headers that describe the bytes
 * @param bytes in lines that end with CR LF, in ASCII
 */
record MimeBody(List<MailHeader> headers, byte[] bytes) {

  private static final String ENCODING = "Content-Transfer-Encoding";
  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

  /** RFC 5322, without the end of the line. */
  private static final int LINE_CHARS_MAX = 998;

  /** With more than one byte in four beyond ASCII, Base64 is shorter than quoted-printable. */
  private static final int BEYOND_ASCII_SHARE = 4;

  /**
   * Makes the body of a mail.
   *
   * @param id of the message, from which the boundary between parts comes
   */
  static MimeBody of(Content.Mail mail, String id) {
    List<MimeBody> parts = new ArrayList<>();
    mail.text().ifPresent(text -> parts.add(text("plain", text)));
    mail.html().ifPresent(html -> parts.add(text("html", html)));
    return parts.size() == 1 ? parts.getFirst() : alternative(parts, id);
  }

  private static MimeBody text(String subtype, String text) {
    String lines = LINE_END.matcher(text).replaceAll(CRLF);
    String whole = lines.endsWith(CRLF) ? lines : lines + CRLF;
    MailHeader type = new MailHeader("Content-Type", "text/" + subtype + "; charset=UTF-8");
    byte[] bytes = whole.getBytes(UTF_8);
    if (isPlain(whole)) {
      return new MimeBody(List.of(type, new MailHeader(ENCODING, "7bit")), bytes);
    }
    int beyondAscii = 0;
    for (byte each : bytes) {
      beyondAscii += each < 0 ? 1 : 0;
    }
    boolean isBase64 = beyondAscii > bytes.length / BEYOND_ASCII_SHARE;
    return new MimeBody(
        List.of(type, new MailHeader(ENCODING, isBase64 ? "base64" : "quoted-printable")),
        isBase64 ? base64(bytes) : quotedPrintable(bytes));
  }

  /** Whether every server hands it on as it is. */
  private static boolean isPlain(String text) {
    return text.chars()
            .allMatch(
                each ->
                    (each >= ' ' && each <= '~') || each == '\t' || each == '\r' || each == '\n')
        && text.lines().allMatch(line -> line.length() <= LINE_CHARS_MAX);
  }

  private static byte[] base64(byte[] bytes) {
    return (Base64.getMimeEncoder().encodeToString(bytes) + CRLF).getBytes(US_ASCII);
  }

  private static byte[] quotedPrintable(byte[] bytes) {
    ByteArrayOutputStream encoded = new ByteArrayOutputStream(bytes.length * 2);
    try (OutputStream encoder = MimeUtility.encode(encoded, "quoted-printable")) {
      encoder.write(bytes);
    } catch (MessagingException | IOException e) {
      throw new IllegalStateException("writing to memory", e);
    }
    return encoded.toByteArray();
  }

  private static MimeBody alternative(List<MimeBody> parts, String id) {
    // No encoding has an equals sign before an underscore, so this occurs in no part.
    String boundary = "=_" + id;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (MimeBody part : parts) {
      bytes.writeBytes(("--" + boundary + CRLF).getBytes(US_ASCII));
      part.headers.forEach(header -> bytes.writeBytes(header.text().getBytes(US_ASCII)));
      bytes.writeBytes(CRLF.getBytes(US_ASCII));
      bytes.writeBytes(part.bytes);
    }
    bytes.writeBytes(("--" + boundary + "--" + CRLF).getBytes(US_ASCII));
    MailHeader type =
        new MailHeader(
            "Content-Type", "multipart/alternative;" + CRLF + " boundary=\"" + boundary + "\"");
    return new MimeBody(List.of(type), bytes.toByteArray());
  }
}
