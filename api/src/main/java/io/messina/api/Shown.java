package io.messina.api;

/** Short forms of foreign values for our sentences, on one line. */
public final class Shown {

  private static final int CHARS_MAX = 80;
  private static final int SENTENCE_CHARS_MAX = 300;

  private Shown() {}

  /**
   * A text that a sentence can hold.
   *
   * @return at most 80 characters of it, without control characters and halves of surrogate pairs
   */
  public static String text(String text) {
    return shown(text, CHARS_MAX);
  }

  /**
   * A sentence of a library that our sentence can hold.
   *
   * @return at most 300 characters of it, without control characters and halves of surrogate pairs
   */
  public static String sentence(String text) {
    return shown(text, SENTENCE_CHARS_MAX);
  }

  private static String shown(String text, int charsMax) {
    String shown = text.length() <= charsMax ? text : text.substring(0, charsMax) + "…";
    return shown.replaceAll("[\\p{Cntrl}\\p{Cs}]", "�");
  }
}
