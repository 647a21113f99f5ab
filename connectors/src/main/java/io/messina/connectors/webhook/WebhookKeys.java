package io.messina.connectors.webhook;

import io.messina.connectors.Secret;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys of Standard Webhooks, in Base64 behind a prefix: {@code whsec_} for HMAC-SHA256 with 24
 * to 64 bytes, {@code whsk_} for a private key of ed25519 (its seed of 32 bytes, or the seed and
 * the public key), {@code whpk_} for a public one.
 */
public final class WebhookKeys {

  private static final String SYMMETRIC = "whsec_";
  private static final String PRIVATE = "whsk_";
  private static final String PUBLIC = "whpk_";
  private static final int KEY_BYTES = 32;
  private static final int SECRET_BYTES_MIN = 24;
  private static final int SECRET_BYTES_MAX = 64;

  /** The prefix of the 32 bytes of a public key of ed25519 in X.509, by RFC 8410. */
  private static final byte[] X509 = HexFormat.of().parseHex("302a300506032b6570032100");

  private WebhookKeys() {}

  /**
   * Signs.
   *
   * @param key {@code whsec_…} or {@code whsk_…}
   * @param covered the signed bytes
   * @return as the header has it: {@code v1,…} or {@code v1a,…}
   * @throws IllegalArgumentException if the key has another form; the sentence does not show it
   */
  public static String sign(Secret key, byte[] covered) {
    String text = key.text().strip();
    if (text.startsWith(PRIVATE)) {
      return "v1a," + Base64.getEncoder().encodeToString(ed25519(bytes(text, PRIVATE), covered));
    }
    return "v1," + Base64.getEncoder().encodeToString(hmac(symmetric(text), covered));
  }

  /**
   * Returns the headers of a signed request, by name.
   *
   * @param keys each of them signs
   * @param id of the message, the same at each attempt, without a dot
   * @param now the time of the attempt
   * @throws IllegalArgumentException as {@link #sign} does
   */
  public static Map<String, String> headers(
      List<Secret> keys, String id, Instant now, byte[] body) {
    String timestamp = String.valueOf(now.getEpochSecond());
    ByteArrayOutputStream covered = new ByteArrayOutputStream();
    covered.writeBytes((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    covered.writeBytes(body);
    byte[] bytes = covered.toByteArray();
    return Map.of(
        "webhook-id",
        id,
        "webhook-timestamp",
        timestamp,
        "webhook-signature",
        keys.stream().map(key -> sign(key, bytes)).collect(Collectors.joining(" ")));
  }

  /**
   * Says whether one of several signatures is of a key. The time of the comparison tells nothing.
   *
   * @param key {@code whsec_…} or {@code whpk_…}
   * @param covered the signed bytes
   * @param signatures as the header has them
   * @throws IllegalArgumentException if the key has another form; the sentence does not show it
   */
  public static boolean verify(Secret key, byte[] covered, List<String> signatures) {
    String text = key.text().strip();
    boolean fits = false;
    if (text.startsWith(PUBLIC)) {
      byte[] bytes = bytes(text, PUBLIC);
      for (String signature : signatures) {
        fits |= signature.startsWith("v1a,") && isOf(bytes, covered, signature.substring(4));
      }
      return fits;
    }
    byte[] expected =
        ("v1," + Base64.getEncoder().encodeToString(hmac(symmetric(text), covered)))
            .getBytes(StandardCharsets.UTF_8);
    for (String signature : signatures) {
      fits |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
    }
    return fits;
  }

  private static byte[] symmetric(String text) {
    byte[] secret = bytes(text, SYMMETRIC);
    if (secret.length < SECRET_BYTES_MIN || secret.length > SECRET_BYTES_MAX) {
      throw new IllegalArgumentException(
          "key of a webhook: " + secret.length + " bytes (expected: from 24 to 64)");
    }
    return secret;
  }

  private static byte[] bytes(String text, String prefix) {
    try {
      if (text.startsWith(prefix)) {
        return Base64.getDecoder().decode(text.substring(prefix.length()));
      }
    } catch (IllegalArgumentException e) {
      // The sentence below says it without the key.
    }
    throw new IllegalArgumentException(
        "key of a webhook: of another form (expected: whsec_, or whsk_ to sign and whpk_ to verify,"
            + " and Base64)");
  }

  private static byte[] hmac(byte[] secret, byte[] covered) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return mac.doFinal(covered);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The JDK has no HMAC-SHA256.", e);
    }
  }

  private static byte[] ed25519(byte[] key, byte[] covered) {
    if (key.length != KEY_BYTES && key.length != 2 * KEY_BYTES) {
      throw new IllegalArgumentException(
          "key of a webhook: " + key.length + " bytes (expected: 32 or 64)");
    }
    try {
      PrivateKey seed =
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(
                  new EdECPrivateKeySpec(
                      NamedParameterSpec.ED25519, Arrays.copyOf(key, KEY_BYTES)));
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(seed);
      signature.update(covered);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The JDK has no ed25519.", e);
    }
  }

  private static boolean isOf(byte[] key, byte[] covered, String given) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "key of a webhook: " + key.length + " bytes (expected: 32)");
    }
    byte[] encoded = Arrays.copyOf(X509, X509.length + KEY_BYTES);
    System.arraycopy(key, 0, encoded, X509.length, KEY_BYTES);
    try {
      PublicKey point =
          KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
      Signature signature = Signature.getInstance("Ed25519");
      signature.initVerify(point);
      signature.update(covered);
      return signature.verify(Base64.getDecoder().decode(given));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }
}
