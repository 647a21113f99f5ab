package io.messina.connectors.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs as providers do. */
final class Signing {

  private Signing() {}

  static String hex(String name, String secret, String covered) throws GeneralSecurityException {
    return HexFormat.of().formatHex(hmac(name, secret, covered));
  }

  static String base64(String name, String secret, String covered) throws GeneralSecurityException {
    return Base64.getEncoder().encodeToString(hmac(name, secret, covered));
  }

  private static byte[] hmac(String name, String secret, String covered)
      throws GeneralSecurityException {
    Mac mac = Mac.getInstance(name);
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), name));
    return mac.doFinal(covered.getBytes(StandardCharsets.UTF_8));
  }
}
