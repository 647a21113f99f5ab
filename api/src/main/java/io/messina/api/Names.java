package io.messina.api;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** What things may be called. */
public final class Names {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]*");

  private Names() {}

  static void check(String what, String name) {
    check(what, name, 100);
  }

  /**
   * Checks a name that stands in paths and tables as it is.
   *
   * @param what it is the name of, for the sentence
   * @param name a letter a-z or a digit, then a-z, 0-9, ".", "_" and "-"
   * @param charsMax how long it may be
   * @throws WireException if it has other characters or is longer
   */
  public static void check(String what, String name, int charsMax) {
    if (name.length() > charsMax || !NAME.matcher(name).matches()) {
      throw new WireException(
          WireException.Fault.BAD_NAME,
          what
              + ": "
              + Shown.text(name)
              + " (expected: a letter a-z or a digit, then up to "
              + (charsMax - 1)
              + " of a-z, 0-9, \".\", \"_\" and \"-\")");
    }
  }

  /**
   * Checks a name in any script.
   *
   * @param what it is the name of, for the sentence
   * @param name a text without control characters
   * @param bytesMax how long it may be, in bytes of UTF-8; at least 1
   * @throws WireException if it is empty, longer, or has others
   */
  public static void checkText(String what, String name, int bytesMax) {
    checkBytes(WireException.Fault.BAD_NAME, what, name, bytesMax);
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new WireException(
          WireException.Fault.BAD_NAME, what + ": a control character (expected: none)");
    }
  }

  /**
   * Checks a text of any characters.
   *
   * @param fault what is wrong if it does not hold
   * @param what it is, for the sentence
   * @param text at least one character
   * @param bytesMax how long it may be, in bytes of UTF-8
   * @throws WireException if it is empty or longer, or UTF-8 cannot hold it
   */
  public static void checkBytes(WireException.Fault fault, String what, String text, int bytesMax) {
    String expected = " (expected: 1 to " + bytesMax + " bytes of UTF-8)";
    if (text.isEmpty() || text.length() > bytesMax) {
      throw new WireException(fault, what + ": " + text.length() + " characters" + expected);
    }
    checkUtf8(fault, what, text);
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > bytesMax) {
      throw new WireException(fault, what + ": " + bytes + " bytes" + expected);
    }
  }

  /**
   * Checks that half of a pair does not become a question mark on the way.
   *
   * @param fault what is wrong if it does not hold
   * @param what it is, for the sentence
   * @param text any
   * @throws WireException if UTF-8 cannot hold it
   */
  public static void checkUtf8(WireException.Fault fault, String what, String text) {
    if (!Checks.isUtf8(text)) {
      throw new WireException(
          fault, what + ": an unpaired surrogate (expected: a text that UTF-8 can hold)");
    }
  }
}
