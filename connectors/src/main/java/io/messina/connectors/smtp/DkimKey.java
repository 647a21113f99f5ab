package io.messina.connectors.smtp;

import io.messina.connectors.Secret;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;

/** A private key that signs mail. */
final class DkimKey {

  /** RFC 8301. */
  private static final int RSA_BITS_MIN = 1_024;

  private static final Pattern ARMOUR =
      Pattern.compile("-----(BEGIN|END) PRIVATE KEY-----|\\s|\\\\n");

  private final PrivateKey key;
  private final boolean isRsa;

  private DkimKey(PrivateKey key) {
    this.key = key;
    this.isRsa = key instanceof RSAKey;
  }

  /**
   * Reads a key of PKCS #8.
   *
   * @param secret in PEM, whose lines may also be one, or its Base64 alone
   * @throws IllegalArgumentException if it is something else; the sentence does not show it
   */
  static DkimKey parse(Secret secret) {
    try {
      byte[] der = Base64.getDecoder().decode(ARMOUR.matcher(secret.text()).replaceAll(""));
      PrivateKey key = parse(new PKCS8EncodedKeySpec(der));
      if (key instanceof RSAKey rsa && rsa.getModulus().bitLength() < RSA_BITS_MIN) {
        throw new IllegalArgumentException(
            "dkim.key: too short (expected: at least " + RSA_BITS_MIN + " bits)");
      }
      return new DkimKey(key);
    } catch (IllegalArgumentException e) {
      throw String.valueOf(e.getMessage()).startsWith("dkim.key") ? e : notAKey();
    } catch (GeneralSecurityException e) {
      throw notAKey();
    }
  }

  private static PrivateKey parse(PKCS8EncodedKeySpec spec) throws GeneralSecurityException {
    try {
      return KeyFactory.getInstance("RSA").generatePrivate(spec);
    } catch (InvalidKeySpecException e) {
      return KeyFactory.getInstance("Ed25519").generatePrivate(spec);
    }
  }

  /** Without its cause, which might show parts of the secret. */
  private static IllegalArgumentException notAKey() {
    return new IllegalArgumentException(
        "dkim.key: not a key (expected: RSA or Ed25519 in PKCS #8, as by openssl pkcs8 -topk8"
            + " -nocrypt)");
  }

  /** As DKIM calls it. */
  String algorithm() {
    return isRsa ? "rsa-sha256" : "ed25519-sha256";
  }

  /** Signs a text; with Ed25519 its hash is signed, as RFC 8463 says. */
  byte[] sign(byte[] text) {
    try {
      Signature signature = Signature.getInstance(isRsa ? "SHA256withRSA" : "Ed25519");
      signature.initSign(key);
      signature.update(isRsa ? text : DkimSigner.sha256(text));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK signs by " + algorithm(), e);
    }
  }
}
