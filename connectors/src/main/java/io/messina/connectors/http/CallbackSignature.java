package io.messina.connectors.http;

import io.messina.api.message.connector.ReceiptSignature;
import io.messina.api.message.connector.SignatureEncoding;
import io.messina.api.message.connector.SignatureHash;
import io.messina.api.message.connector.SignatureScheme;
import io.messina.connectors.Secrets;
import io.messina.connectors.webhook.WebhookKeys;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks that a callback is signed with one of the keys. */
final class CallbackSignature {

  private static final Duration TOLERANCE = Duration.ofMinutes(5);
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

  private final ReceiptSignature options;
  private final Secrets secrets;
  private final InstantSource clock;

  CallbackSignature(ReceiptSignature options, Secrets secrets, InstantSource clock) {
    this.options = options;
    this.secrets = secrets;
    this.clock = clock;
  }

  /**
   * Checks a callback.
   *
   * @throws ReceiptException if it is not signed, or not by one of the keys, or too long ago
   * @throws IllegalArgumentException if a key cannot be found, or is none
   */
  void check(ReceiptCallback callback) throws ReceiptException {
    if (options.scheme() == SignatureScheme.STANDARD_WEBHOOKS) {
      checkStandard(callback);
      return;
    }
    byte[] given = given(callback);
    byte[] covered =
        options.scheme() == SignatureScheme.BODY ? callback.body() : urlAndFields(callback);
    boolean fits = false;
    for (String reference : options.secrets()) {
      fits |= MessageDigest.isEqual(hmac(secrets.find(reference).text(), covered), given);
    }
    if (!fits) {
      throw unsigned("signed with another key, or changed");
    }
  }

  private byte[] given(ReceiptCallback callback) throws ReceiptException {
    String prefix = options.prefix().orElse("");
    String text =
        options
            .header()
            .flatMap(callback::header)
            .filter(value -> value.startsWith(prefix))
            .map(value -> value.substring(prefix.length()))
            .orElseThrow(() -> unsigned("no signature where one is expected"));
    try {
      return options.encoding().orElse(SignatureEncoding.HEX) == SignatureEncoding.HEX
          ? HexFormat.of().parseHex(text)
          : Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw unsigned("a signature of another form");
    }
  }

  private static byte[] urlAndFields(ReceiptCallback callback) throws ReceiptException {
    StringBuilder covered = new StringBuilder(callback.url());
    FormFields.read(callback.body()).forEach((name, value) -> covered.append(name).append(value));
    return covered.toString().getBytes(StandardCharsets.UTF_8);
  }

  private byte[] hmac(String secret, byte[] covered) {
    String name =
        options.hash().orElse(SignatureHash.SHA256) == SignatureHash.SHA256
            ? "HmacSHA256"
            : "HmacSHA1";
    try {
      Mac mac = Mac.getInstance(name);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), name));
      return mac.doFinal(covered);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The JDK has no " + name + ".", e);
    }
  }

  private void checkStandard(ReceiptCallback callback) throws ReceiptException {
    String id = standard(callback, "webhook-id");
    String timestamp = standard(callback, "webhook-timestamp");
    List<String> given = List.of(standard(callback, "webhook-signature").split(" ", -1));
    checkTime(timestamp);
    ByteArrayOutputStream covered = new ByteArrayOutputStream();
    covered.writeBytes((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    covered.writeBytes(callback.body());
    boolean fits = false;
    for (String reference : options.secrets()) {
      fits |= WebhookKeys.verify(secrets.find(reference), covered.toByteArray(), given);
    }
    if (!fits) {
      throw unsigned("signed with another key, or changed");
    }
  }

  private void checkTime(String timestamp) throws ReceiptException {
    if (!SECONDS.matcher(timestamp).matches()) {
      throw unsigned("a webhook-timestamp of another form");
    }
    Duration off =
        Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), clock.instant()).abs();
    if (off.compareTo(options.tolerance().orElse(TOLERANCE)) > 0) {
      throw unsigned("signed at another time, too far from now");
    }
  }

  private static String standard(ReceiptCallback callback, String name) throws ReceiptException {
    Optional<String> value = callback.header(name);
    return value.orElseThrow(() -> unsigned("no header " + name));
  }

  private static ReceiptException unsigned(String why) {
    return new ReceiptException(
        ReceiptException.Fault.UNSIGNED,
        "receipt: " + why + " (expected: the provider's signature)");
  }
}
