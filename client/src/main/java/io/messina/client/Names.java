package io.messina.client;

import java.util.regex.Pattern;

/** What streams and groups may be called. */
final class Names {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,99}");

  private Names() {}

  static void check(String what, String name) {
    check(
        NAME.matcher(name).matches(),
        what,
        name,
        "a letter a-z or a digit, then up to 99 of a-z, 0-9, \".\", \"_\" and \"-\"");
  }

  static void checkText(String what, String text, int charsMax) {
    check(
        !text.isEmpty() && text.length() <= charsMax,
        what + " characters",
        text.length(),
        "from 1 to " + charsMax);
  }

  /** What goes into a header of HTTP. */
  static void checkHeader(String what, String text, int charsMax) {
    checkText(what, text, charsMax);
    check(
        text.chars().allMatch(character -> character > ' ' && character <= '~'),
        what,
        text,
        "visible characters of ASCII");
  }

  static void checkBetween(String what, long value, long least, long most) {
    check(value >= least && value <= most, what, value, "from " + least + " to " + most);
  }

  static void check(boolean holds, String what, Object value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(what + ": " + value + " (expected: " + expected + ")");
    }
  }
}
