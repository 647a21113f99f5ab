package io.messina.api;

import java.nio.charset.StandardCharsets;

/** Checks of values whose failure is one sentence: {@code name: value (expected: …)}. */
public final class Checks {

  private Checks() {}

  /**
   * Checks anything.
   *
   * @param holds whether the value is as it should be
   * @param what the name of the value
   * @param value as it is shown
   * @param expected what it should be
   * @throws IllegalArgumentException where it does not hold
   */
  public static void that(boolean holds, String what, Object value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(what + ": " + value + " (expected: " + expected + ")");
    }
  }

  /**
   * Checks a number.
   *
   * @param what the name of the value
   * @param value the number
   * @param least the smallest that is allowed
   * @param most the largest that is allowed
   * @throws IllegalArgumentException where it is smaller or larger
   */
  public static void between(String what, long value, long least, long most) {
    if (value < least || value > most) {
      that(false, what, value, "from " + least + " to " + most);
    }
  }

  /**
   * Checks the length of a text.
   *
   * @param what the name of the value
   * @param text the text
   * @param charsMax how many characters it may have
   * @throws IllegalArgumentException where it is empty or longer
   */
  public static void text(String what, String text, int charsMax) {
    int chars = text.length();
    that(chars >= 1 && chars <= charsMax, what, chars + " characters", "from 1 to " + charsMax);
  }

  /**
   * Checks what goes into a header of HTTP.
   *
   * @param what the name of the value
   * @param text the text
   * @param charsMax how many characters it may have
   * @throws IllegalArgumentException where it is empty, longer, or not of visible characters of
   *     ASCII
   */
  public static void header(String what, String text, int charsMax) {
    text(what, text, charsMax);
    that(
        text.chars().allMatch(character -> character > ' ' && character <= '~'),
        what,
        text,
        "visible characters of ASCII");
  }

  /**
   * Checks that UTF-8 can hold a text: half of a surrogate pair would become a question mark.
   *
   * @param what the name of the value
   * @param text the text
   * @throws IllegalArgumentException where it has an unpaired surrogate
   */
  public static void utf8(String what, String text) {
    that(
        StandardCharsets.UTF_8.newEncoder().canEncode(text),
        what,
        "an unpaired surrogate",
        "a text that UTF-8 can hold");
  }

  /**
   * Checks that a text is JSON.
   *
   * @param what the name of the value
   * @param utf8 the text
   * @throws IllegalArgumentException where it is not one well-formed value
   */
  public static void json(String what, byte[] utf8) {
    Wire.malformed(utf8).ifPresent(why -> that(false, what, why, "JSON"));
  }
}
