package io.messina.features;

import io.messina.features.FeatureException.Refused.Reason;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The parts of names, checked, and written so that what divides them stands in none of them. */
final class KeyText {

  private static final String RESERVED = "%#|~";
  private static final int DIGITS = 2;

  private KeyText() {}

  /** Refuses what is empty, longer, or no text that everybody can write. */
  static void check(String what, String text, int bytesMax) {
    checkBytes(Reason.BAD_NAME, what, text, bytesMax);
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new FeatureException.Refused(
          Reason.BAD_NAME, what + ": a control character (expected: none)");
    }
  }

  /** Refuses what is empty, longer, or not encodable. */
  static void checkBytes(Reason reason, String what, String text, int bytesMax) {
    if (text.isEmpty() || text.length() > bytesMax) {
      throw wrong(
          reason, what, text.length() + " characters (expected: 1 to " + bytesMax + " bytes)");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw wrong(reason, what, "an unpaired surrogate (expected: a text that UTF-8 can hold)");
    }
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > bytesMax) {
      throw wrong(reason, what, bytes + " bytes of UTF-8 (expected: 1 to " + bytesMax + ")");
    }
  }

  static String encode(String part) {
    StringBuilder encoded = new StringBuilder(part.length());
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (RESERVED.indexOf(c) >= 0) {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(c, DIGITS));
      } else {
        encoded.append(c);
      }
    }
    return encoded.toString();
  }

  static String decode(String encoded) {
    StringBuilder part = new StringBuilder(encoded.length());
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c == '%') {
        part.append((char) HexFormat.fromHexDigits(encoded, i + 1, i + 1 + DIGITS));
        i += DIGITS;
      } else {
        part.append(c);
      }
    }
    return part.toString();
  }

  private static FeatureException.Refused wrong(Reason reason, String what, String why) {
    return new FeatureException.Refused(reason, what + ": " + why);
  }
}
