package io.messina.stream;

/** Checks the bounds of an event's texts. */
final class Texts {

  private Texts() {}

  static void check(String what, String text, int charsMax) {
    checkBetween(what, text.length(), 1, charsMax, " characters");
    checkEncodable(what, text);
  }

  /** Texts are stored as UTF-8, which would replace an unpaired surrogate by a question mark. */
  static void checkEncodable(String what, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw new IllegalArgumentException(
              what + ": an unpaired surrogate at " + i + " (expected: encodable as UTF-8)");
        }
        i++;
      }
    }
  }

  static void checkBetween(String what, int actual, int min, int max) {
    checkBetween(what, actual, min, max, "");
  }

  private static void checkBetween(String what, int actual, int min, int max, String unit) {
    if (actual < min || actual > max) {
      throw new IllegalArgumentException(
          what + ": " + actual + unit + " (expected: from " + min + " to " + max + ")");
    }
  }
}
