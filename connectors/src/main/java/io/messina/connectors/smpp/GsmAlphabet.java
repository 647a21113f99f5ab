package io.messina.connectors.smpp;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * The default alphabet of GSM 03.38 (3GPP TS 23.038, section 6.2.1) with its table of extensions,
 * one octet for each septet, as message centres take it.
 */
final class GsmAlphabet {

  /** Says that the next septet is of the table of extensions. */
  static final byte ESCAPE = 0x1B;

  private static final int CODES = 128;

  /** By code; the escape code is itself. */
  private static final String BASIC =
      "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
          + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

  /** Characters of the extension, and their codes after the escape. */
  private static final String EXTENDED = "\f^{}\\[~]|€";

  private static final byte[] EXTENDED_CODES = {
    0x0A, 0x14, 0x28, 0x29, 0x2F, 0x3C, 0x3D, 0x3E, 0x40, 0x65
  };

  private static final short ABSENT = -1;
  private static final int ESCAPED = CODES;

  /** By character up to the last of the alphabet: its code, {@link #ESCAPED} added if extended. */
  private static final short[] CODE_BY_CHAR = codes();

  private GsmAlphabet() {}

  /**
   * Encodes a text.
   *
   * @return its septets, two for each character of the extension; empty if the alphabet lacks one
   *     of its characters
   */
  static Optional<byte[]> encode(String text) {
    ByteArrayOutputStream septets = new ByteArrayOutputStream(text.length() + 1);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      short code = c < CODE_BY_CHAR.length ? CODE_BY_CHAR[c] : ABSENT;
      if (code == ABSENT) {
        return Optional.empty();
      }
      if (code >= ESCAPED) {
        septets.write(ESCAPE);
      }
      septets.write(code % CODES);
    }
    return Optional.of(septets.toByteArray());
  }

  /**
   * Decodes septets. A code of the extension that has no character is read as in the basic table,
   * as phones show it.
   */
  static String decode(byte[] septets) {
    StringBuilder text = new StringBuilder(septets.length);
    for (int i = 0; i < septets.length; i++) {
      if (septets[i] == ESCAPE && i + 1 < septets.length) {
        i++;
        text.append(extended(septets[i]));
      } else {
        text.append(BASIC.charAt(septets[i]));
      }
    }
    return text.toString();
  }

  private static char extended(byte code) {
    int at = Arrays.binarySearch(EXTENDED_CODES, code);
    return at < 0 ? BASIC.charAt(code) : EXTENDED.charAt(at);
  }

  private static short[] codes() {
    int last = Math.max(BASIC.chars().max().orElseThrow(), EXTENDED.chars().max().orElseThrow());
    short[] codes = new short[last + 1];
    Arrays.fill(codes, ABSENT);
    for (int code = 0; code < CODES; code++) {
      codes[BASIC.charAt(code)] = (short) code;
    }
    codes[ESCAPE] = ABSENT;
    for (int i = 0; i < EXTENDED_CODES.length; i++) {
      codes[EXTENDED.charAt(i)] = (short) (ESCAPED + EXTENDED_CODES[i]);
    }
    return codes;
  }
}
