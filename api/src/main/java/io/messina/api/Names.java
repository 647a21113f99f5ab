package io.messina.api;

import java.util.regex.Pattern;

/** What streams and groups may be called. */
final class Names {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,99}");

  private Names() {}

  static void check(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          what
              + ": "
              + Shown.text(name)
              + " (expected: a letter a-z or a digit, then up to 99 of a-z, 0-9, \".\", \"_\" and"
              + " \"-\")");
    }
  }
}
