package io.messina.api;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The bounds of an event from a producer, in every stream. A stream may refuse more, for example by
 * its schema. A failed check is an {@link IllegalArgumentException}.
 */
public final class EventBounds {

  /** The largest key, in bytes of UTF-8. */
  public static final int KEY_BYTES_MAX = 1024;

  /** The most headers. */
  public static final int HEADERS_MAX = 64;

  /** The longest name of a header, in characters. */
  public static final int HEADER_NAME_CHARS_MAX = 256;

  /** The most characters of all names and values of headers together. */
  public static final int HEADER_CHARS_MAX = 16_384;

  /** The longest content type, in characters. */
  public static final int CONTENT_TYPE_CHARS_MAX = 128;

  /** The largest payload, in bytes. */
  public static final int PAYLOAD_BYTES_MAX = 1 << 20;

  /** The deepest nesting of objects and lists in JSON. */
  public static final int JSON_DEPTH_MAX = 200;

  /** The most characters of a number in JSON. */
  public static final int JSON_NUMBER_CHARS_MAX = 1000;

  /** The most bytes of the name of a member in JSON. */
  public static final int JSON_NAME_BYTES_MAX = 10_000;

  private EventBounds() {}

  /** Checks a key. */
  public static void checkKey(String text) {
    Checks.utf8("key", text);
    checkKeyBytes(text.getBytes(StandardCharsets.UTF_8).length);
  }

  /** Checks how large a key is. */
  public static void checkKeyBytes(int bytes) {
    Checks.between("key bytes", bytes, 1, KEY_BYTES_MAX);
  }

  /** Checks headers. */
  public static void checkHeaders(Map<String, String> headers) {
    Checks.between("headers", headers.size(), 0, HEADERS_MAX);
    int chars = 0;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      checkText("header name", header.getKey(), HEADER_NAME_CHARS_MAX);
      Checks.utf8("header " + header.getKey(), header.getValue());
      chars += header.getKey().length() + header.getValue().length();
      Checks.between("header characters", chars, 0, HEADER_CHARS_MAX);
    }
  }

  /** Whether there are no more headers, and no more characters of them, than an event may have. */
  static boolean areWithin(Map<String, String> headers) {
    int chars = 0;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      chars += header.getKey().length() + header.getValue().length();
    }
    return headers.size() <= HEADERS_MAX && chars <= HEADER_CHARS_MAX;
  }

  /** Checks a content type. */
  public static void checkContentType(String text) {
    checkText("content type", text, CONTENT_TYPE_CHARS_MAX);
  }

  /** Checks how large a payload is. */
  public static void checkPayloadBytes(int bytes) {
    Checks.between("payload bytes", bytes, 0, PAYLOAD_BYTES_MAX);
  }

  private static void checkText(String what, String text, int charsMax) {
    Checks.text(what, text, charsMax);
    Checks.utf8(what, text);
  }
}
