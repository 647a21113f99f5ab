package io.messina.connectors.smtp;

import static io.messina.connectors.smtp.MailHeader.CRLF;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.messina.api.message.protocol.DkimOptions;
import io.messina.connectors.Secret;
import io.messina.connectors.Secrets;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs mails by DKIM (RFC 6376, RFC 8463): {@code relaxed/relaxed}, by {@code rsa-sha256} or
 * {@code ed25519-sha256}, by the type of its key. Safe for use by many threads.
 */
final class DkimSigner {

  /** In lower case; headers that transport may change are left out. */
  private static final Set<String> SIGNED =
      Set.of(
          "from",
          "to",
          "subject",
          "date",
          "message-id",
          "list-unsubscribe",
          "list-unsubscribe-post",
          "mime-version",
          "content-type",
          "content-transfer-encoding");

  private static final Pattern BLANKS = Pattern.compile("[ \\t]+");
  private static final Pattern FOLD = Pattern.compile("\r\n(?=[ \\t])");
  private static final Pattern BLANKS_AROUND = Pattern.compile("^ | $");

  private static final byte[] LINE_END = CRLF.getBytes(US_ASCII);

  /** So that no line of a signature is longer than 78 characters. */
  private static final int BASE64_CHARS_PER_LINE = 72;

  private final DkimOptions options;
  private final Secrets secrets;

  /** Parsing takes longer than reading; the key may be replaced at any time. */
  private volatile @Nullable KnownKey known;

  DkimSigner(DkimOptions options, Secrets secrets) {
    this.options = options;
    this.secrets = secrets;
  }

  /**
   * Signs a mail.
   *
   * @param headers all of its headers, in lines as they are sent
   * @param body in lines that end with CR LF
   * @param at the time of the signature; empty to leave it out
   * @return the header with the signature, which is sent before the others
   * @throws IllegalArgumentException if the key does not exist, or is none
   */
  MailHeader sign(List<MailHeader> headers, byte[] body, Optional<Instant> at) {
    DkimKey key = key();
    List<MailHeader> signed =
        headers.stream()
            .filter(header -> SIGNED.contains(header.name().toLowerCase(Locale.ROOT)))
            .toList();
    MailHeader unsigned = new MailHeader("DKIM-Signature", tags(key, signed, body, at));
    StringBuilder text = new StringBuilder();
    signed.forEach(header -> text.append(relaxed(header)).append(CRLF));
    text.append(relaxed(unsigned));
    String signature =
        Base64.getEncoder().encodeToString(key.sign(text.toString().getBytes(UTF_8)));
    return new MailHeader(unsigned.name(), unsigned.value() + folded(signature));
  }

  private String tags(DkimKey key, List<MailHeader> signed, byte[] body, Optional<Instant> at) {
    List<String> names = new ArrayList<>(signed.stream().map(MailHeader::name).toList());
    names.add(
        "From"); // named once more than it is present: an added header would break the signature
    return "v=1; a=%s; c=relaxed/relaxed;%s d=%s; s=%s;%s%s h=%s;%s bh=%s;%s b="
        .formatted(
            key.algorithm(),
            CRLF,
            options.domain(),
            options.selector(),
            at.map(time -> " t=" + time.getEpochSecond() + ";").orElse(""),
            CRLF,
            String.join(":" + CRLF + "  ", names),
            CRLF,
            Base64.getEncoder().encodeToString(sha256(relaxed(body))),
            CRLF);
  }

  /** RFC 6376, 3.4.2. */
  private static String relaxed(MailHeader header) {
    String line = FOLD.matcher(header.value()).replaceAll("");
    String single = BLANKS.matcher(line).replaceAll(" ");
    return header.name().toLowerCase(Locale.ROOT)
        + ":"
        + BLANKS_AROUND.matcher(single).replaceAll("");
  }

  /** RFC 6376, 3.4.4. */
  private static byte[] relaxed(byte[] body) {
    ByteArrayOutputStream relaxed = new ByteArrayOutputStream(body.length);
    boolean isAfterBlank = false;
    int lineEnds = 0;
    for (byte each : body) {
      if (each == ' ' || each == '\t') {
        isAfterBlank = true;
      } else if (each == '\n') {
        isAfterBlank = false;
        lineEnds++;
      } else if (each != '\r') {
        for (; lineEnds > 0; lineEnds--) {
          relaxed.writeBytes(LINE_END);
        }
        if (isAfterBlank) {
          relaxed.write(' ');
        }
        relaxed.write(each);
        isAfterBlank = false;
      }
    }
    if (relaxed.size() > 0) {
      relaxed.writeBytes(LINE_END);
    }
    return relaxed.toByteArray();
  }

  private static String folded(String signature) {
    return signature.replaceAll("(.{" + BASE64_CHARS_PER_LINE + "})(?=.)", "$1" + CRLF + "  ");
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private DkimKey key() {
    Secret secret = secrets.find(options.key());
    KnownKey current = known;
    if (current == null || !current.secret.equals(secret)) {
      current = new KnownKey(secret, DkimKey.parse(secret));
      known = current;
    }
    return current.key;
  }

  private record KnownKey(Secret secret, DkimKey key) {}
}
