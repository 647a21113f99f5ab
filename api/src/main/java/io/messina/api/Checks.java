package io.messina.api;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Checks of values. A failure is an {@link IllegalArgumentException} with one sentence, {@code
 * name: value (expected: …)}; {@code what} is the name.
 */
public final class Checks {

  /** The expected form of a text that {@link #isPointer} accepts. */
  public static final String POINTER_EXPECTED =
      "a JSON pointer, where ~ stands as ~0 and / in a name as ~1";

  private static final Pattern POINTER = Pattern.compile("(?:/(?:[^~]|~[01])*+)?");

  private static final int POINTER_CHARS_MAX = 256;

  private Checks() {}

  /** Checks anything. */
  public static void that(boolean holds, String what, Object value, String expected) {
    if (!holds) {
      throw wrong(what, value, expected);
    }
  }

  /** Checks a number. */
  public static void between(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw wrong(what, value, "from " + least + " to " + most);
    }
  }

  /** Checks a duration. */
  public static void between(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw wrong(
          what,
          Durations.format(value),
          "from " + Durations.format(least) + " to " + Durations.format(most));
    }
  }

  /** Checks the length of a text. */
  public static void text(String what, String text, int charsMax) {
    int chars = text.length();
    if (chars < 1 || chars > charsMax) {
      throw wrong(what, chars + " characters", "from 1 to " + charsMax);
    }
  }

  /** Checks the value of an HTTP header. */
  public static void header(String what, String text, int charsMax) {
    text(what, text, charsMax);
    that(
        text.chars().allMatch(character -> character > ' ' && character <= '~'),
        what,
        text,
        "visible characters of ASCII");
  }

  /** Checks that UTF-8 can hold a text: half of a surrogate pair would become a question mark. */
  public static void utf8(String what, String text) {
    Names.checkUtf8(WireException.Fault.OUT_OF_BOUNDS, what, text);
  }

  /** Whether UTF-8 can hold a text. */
  public static boolean isUtf8(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
      }
    }
    return true;
  }

  /** Checks that a text is JSON. */
  public static void json(String what, byte[] utf8) {
    Wire.malformed(utf8).ifPresent(why -> that(false, what, why, "JSON"));
  }

  /** Checks a JSON pointer. */
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
   * Whether a text is a JSON pointer, as RFC 6901, 3, has them. Definitions that were stored with
   * other texts stay readable, so this is checked only when one is put.
   *
   * @return false also if a tilde escapes nothing
   */
  public static boolean isPointer(String text) {
    return POINTER.matcher(text).matches();
  }

  private static IllegalArgumentException wrong(String what, Object value, String expected) {
    return new IllegalArgumentException(what + ": " + value + " (expected: " + expected + ")");
  }
}
