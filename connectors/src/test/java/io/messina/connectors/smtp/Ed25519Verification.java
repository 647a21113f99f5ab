package io.messina.connectors.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Verifies {@code relaxed/relaxed} signatures by Ed25519, written apart from what signs: no library
 * for Java does. Only of mails with one signature.
 */
final class Ed25519Verification {

  /** RFC 8463, A.3, without the second signature. */
  static final String EXAMPLE =
      """
      DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
       d=football.example.com; i=@football.example.com;
       q=dns/txt; s=brisbane; t=1528637909; h=from : to :
       subject : date : message-id : from : subject : date;
       bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
       b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
       Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
      From: Joe SixPack <joe@football.example.com>
      To: Suzie Q <suzie@shopping.example.net>
      Subject: Is dinner ready?
      Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
      Message-ID: <20030712040037.46341.5F8J@football.example.com>

      Hi.

      We lost the game.  Are you hungry yet?

      Joe.
      """
          .replace("\n", "\r\n");

  private Ed25519Verification() {}

  static PublicKey exampleKey() throws GeneralSecurityException {
    String prefix = "302a300506032b6570032100";
    byte[] raw = Base64.getDecoder().decode("11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=");
    return KeyFactory.getInstance("Ed25519")
        .generatePublic(
            new X509EncodedKeySpec(
                HexFormat.of().parseHex(prefix + HexFormat.of().formatHex(raw))));
  }

  static boolean isValid(String mail, PublicKey key) throws GeneralSecurityException {
    String[] parts = mail.split("\r\n\r\n", 2);
    List<String> headers =
        Arrays.stream(parts[0].replaceAll("\r\n(?=[ \t])", "").split("\r\n"))
            .map(Ed25519Verification::relaxed)
            .collect(Collectors.toCollection(ArrayList::new));
    String signature = headers.removeFirst();
    Map<String, String> tags =
        Arrays.stream(signature.substring("dkim-signature:".length()).split(";"))
            .map(tag -> tag.split("=", 2))
            .collect(Collectors.toMap(tag -> tag[0].strip(), tag -> tag[1].replace(" ", "")));
    StringBuilder text = new StringBuilder();
    for (String name : tags.getOrDefault("h", "").toLowerCase(Locale.ROOT).split(":", -1)) {
      // From below, each once
      for (int i = headers.size() - 1; i >= 0; i--) {
        if (headers.get(i).startsWith(name + ":")) {
          text.append(headers.remove(i)).append("\r\n");
          break;
        }
      }
    }
    text.append(signature.replaceAll("([ ;]b=)[^;]*", "$1"));
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(key);
    verifier.update(sha256(text.toString()));
    return Base64.getEncoder().encodeToString(sha256(body(parts[1]))).equals(tags.get("bh"))
        && verifier.verify(Base64.getDecoder().decode(tags.get("b")));
  }

  private static String relaxed(String header) {
    String[] parts = header.split(":", 2);
    return parts[0].toLowerCase(Locale.ROOT).strip()
        + ":"
        + parts[1].replaceAll("[ \t]+", " ").strip();
  }

  private static String body(String text) {
    return text.replaceAll("[ \t]+(?=\r\n)", "")
            .replaceAll("[ \t]+", " ")
            .replaceAll("(\r\n)+$", "")
        + "\r\n";
  }

  private static byte[] sha256(String text) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
  }
}
