package io.messina.client;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** What streams, groups and features may be called. */
final class Names {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,99}");

  /** The longest entity type, feature or version, in bytes of UTF-8. */
  static final int PART_BYTES_MAX = 128;

  private static final int ENTITY_BYTES_MAX = 800;

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

  static void checkFeature(String entityType, String name) {
    checkBytes("entity type", entityType, PART_BYTES_MAX);
    checkBytes("feature", name, PART_BYTES_MAX);
  }

  static void checkEntity(String entity) {
    checkBytes("entity", entity, ENTITY_BYTES_MAX);
  }

  static void checkBytes(String what, String text, int bytesMax) {
    checkUtf8(what, text);
    checkBetween(what + " bytes", text.getBytes(StandardCharsets.UTF_8).length, 1, bytesMax);
  }

  /** Half of a pair would become a question mark on the way. */
  static void checkUtf8(String what, String text) {
    check(
        StandardCharsets.UTF_8.newEncoder().canEncode(text),
        what,
        "an unpaired surrogate",
        "a text that UTF-8 can hold");
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
