package io.messina.features;

import java.util.HexFormat;

/** Encodes the parts of names so that none of them contains a separator. */
final class KeyText {

  private static final String RESERVED = "%#|~";
  private static final int DIGITS = 2;

  private KeyText() {}

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
}
