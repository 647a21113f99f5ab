package io.messina.api;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Checks of names and texts, which throw {@link WireException}; {@code what} is the subject of the
 * sentence.
 */
public final class Names {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]*");

  private Names() {}

  static void check(String what, String name) {
    check(what, name, 100);
  }

  /**
   * Checks a name for paths and tables: a letter a-z or a digit, then a-z, 0-9, ".", "_" and "-".
   */
  public static void check(String what, String name, int charsMax) {
    if (name.length() > charsMax || !NAME.matcher(name).matches()) {
      throw new WireException(
          WireException.Fault.BAD_NAME,
          what,
          Shown.text(name)
              + " (expected: a letter a-z or a digit, then up to "
              + (charsMax - 1)
              + " of a-z, 0-9, \".\", \"_\" and \"-\")");
    }
  }

  /** Checks a name in any script. */
  public static void checkText(String what, String name, int bytesMax) {
    checkBytes(WireException.Fault.BAD_NAME, what, name, bytesMax);
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new WireException(
          WireException.Fault.BAD_NAME, what, "a control character (expected: none)");
    }
  }

  /** Checks a text of any characters. */
  public static void checkBytes(WireException.Fault fault, String what, String text, int bytesMax) {
    String expected = " (expected: 1 to " + bytesMax + " bytes of UTF-8)";
    if (text.isEmpty() || text.length() > bytesMax) {
      throw new WireException(fault, what, text.length() + " characters" + expected);
    }
    checkUtf8(fault, what, text);
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > bytesMax) {
      throw new WireException(fault, what, bytes + " bytes" + expected);
    }
  }

  /** Checks that UTF-8 can hold a text; half of a surrogate pair would become a question mark. */
  public static void checkUtf8(WireException.Fault fault, String what, String text) {
    if (!Checks.isUtf8(text)) {
      throw new WireException(
          fault, what, "an unpaired surrogate (expected: a text that UTF-8 can hold)");
    }
  }
}
