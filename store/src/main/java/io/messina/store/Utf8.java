package io.messina.store;

/** What UTF-8 makes of a text, found without encoding it. */
final class Utf8 {

  private Utf8() {}

  static int length(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes += 1;
      } else if (c < 0x800 || Character.isSurrogate(c)) {
        bytes += 2;
      } else {
        bytes += 3;
      }
    }
    return bytes;
  }

  static boolean isEncodable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /**
   * The order of the encoded bytes, which is that of code points; {@link String#compareTo} differs
   * for surrogates.
   */
  static int compare(String left, String right) {
    int end = Math.min(left.length(), right.length());
    for (int i = 0; i < end; i++) {
      char l = left.charAt(i);
      char r = right.charAt(i);
      if (l != r) {
        return Character.isSurrogate(l) == Character.isSurrogate(r)
            ? Character.compare(l, r)
            : Boolean.compare(Character.isSurrogate(l), Character.isSurrogate(r));
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
