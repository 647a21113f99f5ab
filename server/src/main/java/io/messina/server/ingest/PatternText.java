package io.messina.server.ingest;

import com.networknt.schema.SchemaException;
import io.messina.api.Shown;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;

/**
 * Reads a regular expression of ECMA-262 before it is compiled: its size once repetitions are
 * written out, and how RE2 writes it. For one expression.
 */
final class PatternText {

  /** The most characters, classes and groups, repetitions written out. */
  static final int SIZE_MAX = 2_000;

  private static final java.util.regex.Pattern REPETITION =
      java.util.regex.Pattern.compile("\\{([0-9]{1,9})(?:,([0-9]{0,9}))?\\}");
  private static final java.util.regex.Pattern UNIT =
      java.util.regex.Pattern.compile("\\\\u([0-9a-fA-F]{4})");

  private final String regex;
  private final StringBuilder translated = new StringBuilder();

  /** The sizes before each open group. */
  private final Deque<Long> before = new ArrayDeque<>();

  private long size;
  private long last;
  private boolean inClass;

  private PatternText(String regex) {
    this.regex = regex;
  }

  static PatternText read(String regex) {
    PatternText text = new PatternText(regex);
    for (int at = 0; at < regex.length(); ) {
      at = text.next(at);
      text.check();
    }
    return text;
  }

  String translated() {
    return translated.toString();
  }

  /** At least one. */
  long size() {
    return Math.max(1, size);
  }

  private void check() {
    if (size() > SIZE_MAX) {
      throw new SchemaException(
          "pattern: "
              + Shown.text(regex)
              + ": too large (expected: at most "
              + SIZE_MAX
              + " characters, repetitions written out)");
    }
  }

  /** Takes the element at an index; returns the index behind it. */
  private int next(int at) {
    char c = regex.charAt(at);
    if (c == '\\') {
      return escape(at);
    }
    if (inClass) {
      inClass = c != ']';
    } else if (c == '(') {
      before.push(size);
      size++;
    } else if (c == ')' && !before.isEmpty()) {
      last = size - before.pop();
    } else if (c == '{') {
      repeat(at);
    } else if ("*+?".indexOf(c) < 0) {
      inClass = c == '[';
      one();
    }
    translated.append(c);
    return at + 1;
  }

  private int escape(int at) {
    Matcher unit = UNIT.matcher(regex).region(at, regex.length());
    one();
    if (unit.lookingAt()) {
      translated.append("\\x{").append(unit.group(1)).append('}');
      return unit.end();
    }
    int end = Math.min(at + 2, regex.length());
    if (regex.startsWith("\\Q", at)) {
      throw new SchemaException("pattern: \\Q (expected: an escape of ECMA-262)");
    }
    translated.append(regex, at, end);
    return end;
  }

  private void one() {
    if (!inClass) {
      last = 1;
      size++;
    }
  }

  private void repeat(int at) {
    Matcher repetition = REPETITION.matcher(regex).region(at, regex.length());
    if (repetition.lookingAt()) {
      String most = repetition.group(2);
      boolean bounded = most != null && !most.isEmpty();
      long times = Long.parseLong(bounded ? most : repetition.group(1));
      long more = last * Math.max(0, times - 1);
      size += more;
      last += more;
    }
  }
}
