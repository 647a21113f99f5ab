package io.messina.bench.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The answer that a connection is reading: complete or not yet. Used again for the next one. */
public final class HttpAnswer {

  private static final int STATUS_AT = "HTTP/1.1 ".length();
  private static final byte[] LENGTH = ascii("\r\ncontent-length:");
  private static final byte[] CHUNKED = ascii("\r\ntransfer-encoding:");
  private static final byte[] LINE_END = ascii("\r\n");
  private static final byte[] HEADERS_END = ascii("\r\n\r\n");
  private static final int UNKNOWN = -1;

  private byte[] bytes = new byte[512];
  private int size;
  private int bodyFrom = UNKNOWN;
  private int bodyTo = UNKNOWN;

  /** Where chunks are read to, while the body has no known length. */
  private int chunkAt = UNKNOWN;

  /**
   * Returns a text as bytes of the wire.
   *
   * @param text in ASCII
   * @return a byte for each character
   */
  public static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  void clear() {
    size = 0;
    bodyFrom = UNKNOWN;
    bodyTo = UNKNOWN;
    chunkAt = UNKNOWN;
  }

  /** Takes the available bytes; says whether the answer is complete. */
  boolean take(ByteBuffer some) {
    int more = some.remaining();
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
    some.get(bytes, size, more);
    size += more;
    return isComplete();
  }

  /**
   * Its status.
   *
   * @return three digits
   */
  public int status() {
    return Integer.parseInt(new String(bytes, STATUS_AT, 3, StandardCharsets.US_ASCII));
  }

  /**
   * Whether the body begins with a text.
   *
   * @param text in ASCII
   * @return whether it does
   */
  public boolean bodyBeginsWith(byte[] text) {
    return startsAt(text, bodyFrom);
  }

  /** Finds a text in the body from a place on; -1 if it is absent. */
  int find(byte[] text, int from) {
    return find(text, Math.max(from, bodyFrom), bodyTo);
  }

  byte[] bytes() {
    return bytes;
  }

  /**
   * The body.
   *
   * @return as text
   */
  public String body() {
    return new String(bytes, bodyFrom, bodyTo - bodyFrom, StandardCharsets.UTF_8);
  }

  private boolean isComplete() {
    if (bodyFrom == UNKNOWN && !readHeaders()) {
      return false;
    }
    return chunkAt == UNKNOWN ? size >= bodyTo : readChunks();
  }

  private boolean readHeaders() {
    int end = find(HEADERS_END, 0, size);
    if (end < 0) {
      return false;
    }
    bodyFrom = end + HEADERS_END.length;
    bodyTo = bodyFrom;
    int length = findHeader(LENGTH, end);
    if (length >= 0) {
      bodyTo = bodyFrom + number(length, 10);
    } else if (findHeader(CHUNKED, end) >= 0) {
      chunkAt = bodyFrom;
    }
    return true;
  }

  /** Moves chunks together to one body; says whether the last has arrived. */
  private boolean readChunks() {
    while (true) {
      int lineEnd = find(LINE_END, chunkAt, size);
      if (lineEnd < 0) {
        return false;
      }
      int length = number(chunkAt, 16);
      int from = lineEnd + LINE_END.length;
      int next = from + length + LINE_END.length;
      if (size < next) {
        return false;
      }
      System.arraycopy(bytes, from, bytes, bodyTo, length);
      bodyTo += length;
      chunkAt = next;
      if (length == 0) {
        return true;
      }
    }
  }

  private int findHeader(byte[] name, int end) {
    for (int i = 0; i < end; i++) {
      if (matchesIgnoringCase(name, i)) {
        return i + name.length;
      }
    }
    return UNKNOWN;
  }

  private boolean matchesIgnoringCase(byte[] name, int at) {
    for (int i = 0; i < name.length; i++) {
      int b = bytes[at + i];
      if (name[i] != (b >= 'A' && b <= 'Z' ? b + 'a' - 'A' : b)) {
        return false;
      }
    }
    return true;
  }

  private int number(int from, int base) {
    int at = from;
    while (bytes[at] == ' ') {
      at++;
    }
    int number = 0;
    for (int digit = Character.digit(bytes[at], base);
        digit >= 0;
        digit = Character.digit(bytes[at], base)) {
      number = number * base + digit;
      at++;
    }
    return number;
  }

  private int find(byte[] text, int from, int to) {
    for (int i = from; i <= to - text.length; i++) {
      if (bytes[i] == text[0] && startsAt(text, i)) {
        return i;
      }
    }
    return UNKNOWN;
  }

  private boolean startsAt(byte[] text, int at) {
    return Arrays.equals(bytes, at, at + text.length, text, 0, text.length);
  }
}
