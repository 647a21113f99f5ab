package io.messina.server.ingest;

import io.messina.api.Shown;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A place in JSON, as RFC 6901 writes it.
 *
 * @param text as in {@code /user/name}
 * @param segments the names on the way, unescaped; at least one
 */
record JsonPointer(String text, List<String> segments) {

  private static final int SEGMENTS_MAX = 16;
  private static final int CHARS_MAX = 1_000;
  private static final Pattern FORM = Pattern.compile("(/([^~/]|~0|~1)*)+");

  /** Refuses the root, which is no place of a key or a time. */
  static JsonPointer parse(String what, String text) {
    if (text.length() > CHARS_MAX || !FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          what + ": " + Shown.text(text) + " (expected: a JSON pointer, as in /user)");
    }
    List<String> segments =
        Stream.of(text.substring(1).split("/", -1)).map(JsonPointer::unescape).toList();
    if (segments.size() > SEGMENTS_MAX) {
      throw new IllegalArgumentException(
          what + ": " + segments.size() + " segments (expected: at most " + SEGMENTS_MAX + ")");
    }
    return new JsonPointer(text, segments);
  }

  private static String unescape(String segment) {
    return segment.replace("~1", "/").replace("~0", "~");
  }
}
