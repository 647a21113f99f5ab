package io.messina.api;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/** Checks of values whose failure is one sentence: {@code name: value (expected: …)}. */
public final class Checks {

  /** What is expected of a text that {@link #isPointer} tells of. */
  public static final String POINTER_EXPECTED =
      "a JSON pointer, where ~ stands as ~0 and / in a name as ~1";

  private static final Pattern POINTER = Pattern.compile("(?:/(?:[^~]|~[01])*+)?");

  private static final int POINTER_CHARS_MAX = 256;

  private Checks() {}

  /**
   * Checks anything.
   *
   * @param holds whether the value is as it should be
   * @param what the name of the value
   * @param value as it is shown
   * @param expected what it should be
   * @throws IllegalArgumentException if it does not hold
   */
  public static void that(boolean holds, String what, Object value, String expected) {
    if (!holds) {
      throw wrong(what, value, expected);
    }
  }

  /**
   * Checks a number.
   *
   * @param what the name of the value
   * @param value the number
   * @param least the smallest that is allowed
   * @param most the largest that is allowed
   * @throws IllegalArgumentException if it is smaller or larger
   */
  public static void between(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw wrong(what, value, "from " + least + " to " + most);
    }
  }

  /**
   * Checks a duration.
   *
   * @param what the name of the value
   * @param value the duration
   * @param least the shortest that is allowed
   * @param most the longest that is allowed
   * @throws IllegalArgumentException if it is shorter or longer
   */
  public static void between(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw wrong(
          what,
          Durations.format(value),
          "from " + Durations.format(least) + " to " + Durations.format(most));
    }
  }

  /**
   * Checks the length of a text.
   *
   * @param what the name of the value
   * @param text the text
   * @param charsMax how many characters it may have
   * @throws IllegalArgumentException if it is empty or longer
   */
  public static void text(String what, String text, int charsMax) {
    int chars = text.length();
    if (chars < 1 || chars > charsMax) {
      throw wrong(what, chars + " characters", "from 1 to " + charsMax);
    }
  }

  /**
   * Checks what goes into a header of HTTP.
   *
   * @param what the name of the value
   * @param text the text
   * @param charsMax how many characters it may have
   * @throws IllegalArgumentException if it is empty, longer, or not of visible characters of ASCII
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
   * @throws IllegalArgumentException if it has an unpaired surrogate
   */
  public static void utf8(String what, String text) {
    Names.checkUtf8(WireException.Fault.OUT_OF_BOUNDS, what, text);
  }

  /**
   * Whether UTF-8 can hold a text.
   *
   * @param text any
   * @return false if half of a surrogate pair is missing
   */
  public static boolean isUtf8(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
      }
    }
    return true;
  }

  /**
   * Checks that a text is JSON.
   *
   * @param what the name of the value
   * @param utf8 the text
   * @throws IllegalArgumentException if it is not one well-formed value
   */
  public static void json(String what, byte[] utf8) {
    Wire.malformed(utf8).ifPresent(why -> that(false, what, why, "JSON"));
  }

  /**
   * Checks a JSON pointer.
   *
   * @param what the name of the value
   * @param pointer empty, or beginning with a slash, and up to 256 characters
   * @throws WireException if it is anything else
   */
  public static void pointer(String what, String pointer) {
    if (pointer.length() > POINTER_CHARS_MAX || !(pointer.isEmpty() || pointer.startsWith("/"))) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          what
              + ": "
              + Shown.text(pointer)
              + " (expected: a JSON pointer as in /user, up to 256 characters)");
    }
  }

  /**
   * Tells whether a text is a JSON pointer, as RFC 6901, 3, has them. Definitions that were stored
   * with other texts stay readable, so this is asked where one is put.
   *
   * @param text the text
   * @return false also if a tilde escapes nothing
   */
  public static boolean isPointer(String text) {
    return POINTER.matcher(text).matches();
  }

  private static IllegalArgumentException wrong(String what, Object value, String expected) {
    return new IllegalArgumentException(what + ": " + value + " (expected: " + expected + ")");
  }
}
