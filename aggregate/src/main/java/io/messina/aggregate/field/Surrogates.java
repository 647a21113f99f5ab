package io.messina.aggregate.field;

import io.messina.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.Locale;

/**
 * Halves of surrogate pairs, which JSON may have as escapes and for which UTF-8 has no bytes: each
 * would become the same question mark.
 */
final class Surrogates {

  private Surrogates() {}

  /** A text of which halves that are alone are written as escapes of JSON. */
  static String escaped(String text) {
    if (!hasHalves(text)) {
      return text;
    }
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (isHalf(point)) {
                escaped.append(String.format(Locale.ROOT, "\\u%04x", point));
              } else {
                escaped.appendCodePoint(point);
              }
            });
    return escaped.toString();
  }

  /** UTF-8, with the three bytes that a half would have if it could: no other text has these. */
  static Bytes bytes(String text) {
    if (!hasHalves(text)) {
      return Bytes.utf8(text);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    text.codePoints()
        .forEach(
            point -> {
              if (isHalf(point)) {
                bytes.write(0xe0 | (point >> 12));
                bytes.write(0x80 | ((point >> 6) & 0x3f));
                bytes.write(0x80 | (point & 0x3f));
              } else {
                bytes.writeBytes(Bytes.utf8(Character.toString(point)).toArray());
              }
            });
    return Bytes.wrap(bytes.toByteArray());
  }

  private static boolean hasHalves(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints().anyMatch(Surrogates::isHalf);
      }
    }
    return false;
  }

  private static boolean isHalf(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
