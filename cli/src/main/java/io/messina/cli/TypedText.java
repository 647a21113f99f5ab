package io.messina.cli;

import java.util.Arrays;
import java.util.Optional;

/**
 * Typed text, as Java has decoded it: by the locale, with marks for characters that the locale does
 * not have. A name with these marks would be another name.
 */
final class TypedText {

  private static final char MARK = '\uFFFD';
  private static final String UTF_8 = "UTF-8";

  private TypedText() {}

  /** By which encoding arguments were read. */
  static String encoding() {
    return System.getProperty("native.encoding", UTF_8);
  }

  /** A sentence, if the locale cannot hold the arguments that the user typed. */
  static Optional<String> unreadable(String[] arguments, String encoding) {
    boolean marked = Arrays.stream(arguments).anyMatch(text -> text.indexOf(MARK) >= 0);
    return marked && !encoding.equals(UTF_8)
        ? Optional.of(
            "the locale cannot hold what was typed: "
                + encoding
                + " (expected: UTF-8, as by"
                + " LC_ALL=C.UTF-8)")
        : Optional.empty();
  }
}
