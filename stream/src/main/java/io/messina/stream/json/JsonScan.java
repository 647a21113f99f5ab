package io.messina.stream.json;

import io.messina.api.EventBounds;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Passes once over the bytes of JSON without a parser, and notes where members of the outermost
 * object stand. It takes a part of what a parser takes, and refuses nothing: what it does not take,
 * such as a name with an escape or a deep value, has to be parsed. For one thread.
 */
public final class JsonScan {

  /** What it does not take. */
  public static final int NOT_PLAIN = -1;

  /** A bit for each open object or list tells which it is. */
  private static final int DEPTH_MAX = Math.min(Long.SIZE, EventBounds.JSON_DEPTH_MAX);

  private static final int NUMBER_CHARS_MAX = Math.min(100, EventBounds.JSON_NUMBER_CHARS_MAX);
  private static final int NAME_BYTES_MAX = Math.min(1_000, EventBounds.JSON_NAME_BYTES_MAX);

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;
  private static final long SPACES = ' ' * ONES;

  private final byte[] bytes;
  private final int to;
  private final byte[][] names;
  private final boolean isInLines;

  /** Where the values of the names are, their kinds, and how often each was seen. */
  private final int[] valueFroms;

  private final int[] valueTos;
  private final byte[] kinds;

  private long high; // the highest bits of the bytes of strings
  private boolean hasEscape;
  private long objects; // a bit for each open object or list, the lowest of the innermost
  private int depth;

  /** Which of the names the next value has, or {@link #NOT_PLAIN}. */
  private int name;

  /**
   * A scan of some bytes.
   *
   * @param to behind the last one
   * @param names of the members whose places are noted; ASCII without quotes and backslashes
   * @param isInLines whether a line feed ends a value, rather than being space within it
   */
  public JsonScan(byte[] bytes, int to, byte[][] names, boolean isInLines) {
    this.bytes = bytes;
    this.to = to;
    this.names = names;
    this.isInLines = isInLines;
    this.valueFroms = new int[names.length];
    this.valueTos = new int[names.length];
    this.kinds = new byte[names.length];
  }

  /** Whether a member is absent or null. */
  public boolean isAbsent(int name) {
    return kinds[name] == 0 || kinds[name] == 'n';
  }

  /** Whether a member is a text; otherwise it is a number or a boolean, as it is written. */
  public boolean isText(int name) {
    return kinds[name] == '"';
  }

  /** Where a scalar begins; behind the quote of a text. */
  public int from(int name) {
    return valueFroms[name];
  }

  /** Behind a scalar; at the quote of a text. */
  public int to(int name) {
    return valueTos[name];
  }

  /** Behind the object that begins at an index and its space; or {@link #NOT_PLAIN}. */
  public int object(int from) {
    Arrays.fill(kinds, (byte) 0);
    high = 0;
    if (from >= to || bytes[from] != '{') {
      return NOT_PLAIN;
    }
    int end = value(from);
    if (end == NOT_PLAIN || ((high & HIGH_BITS) != 0 && !StrictUtf8.isValid(bytes, from, end))) {
      return NOT_PLAIN;
    }
    return skipSpace(end);
  }

  /** Returns the index behind the outermost object or list. */
  private int value(int from) {
    objects = 0;
    depth = 0;
    name = NOT_PLAIN;
    int at = from;
    do {
      byte c = bytes[at];
      at = c == '{' || c == '[' ? open(at, c == '{') : scalarAndBehind(at);
      if (depth == 0) {
        return at;
      }
    } while (at != NOT_PLAIN && at < to);
    return NOT_PLAIN;
  }

  /**
   * Begins an object or a list. As all that passes over a part of a value, returns where the next
   * value begins, or the index behind the outermost one.
   */
  private int open(int at, boolean isObject) {
    if (depth == DEPTH_MAX || name != NOT_PLAIN) {
      return NOT_PLAIN;
    }
    depth++;
    objects = objects << 1 | (isObject ? 1 : 0);
    int inside = skipSpace(at + 1);
    if (inside < to && bytes[inside] == (isObject ? '}' : ']')) {
      return close(inside);
    }
    return isObject ? member(inside) : inside;
  }

  private int close(int at) {
    objects >>>= 1;
    depth--;
    return depth == 0 ? at + 1 : behind(at + 1);
  }

  private int scalarAndBehind(int from) {
    int end = scalar(from);
    if (end == NOT_PLAIN || (name != NOT_PLAIN && !note(bytes[from], from, end))) {
      return NOT_PLAIN;
    }
    name = NOT_PLAIN;
    return behind(end);
  }

  private int behind(int from) {
    int at = skipSpace(from);
    if (at >= to) {
      return NOT_PLAIN;
    }
    boolean isInObject = (objects & 1) != 0;
    if (bytes[at] == ',') {
      int next = skipSpace(at + 1);
      return isInObject ? member(next) : next;
    }
    return bytes[at] == (isInObject ? '}' : ']') ? close(at) : NOT_PLAIN;
  }

  /** Returns where the value of a member begins. */
  private int member(int at) {
    if (at >= to || bytes[at] != '"') {
      return NOT_PLAIN;
    }
    hasEscape = false;
    int end = string(at + 1);
    if (end == NOT_PLAIN || hasEscape || end - at > NAME_BYTES_MAX) {
      return NOT_PLAIN;
    }
    name = depth == 1 ? indexOf(at + 1, end - 1) : NOT_PLAIN;
    int colon = skipSpace(end);
    return colon < to && bytes[colon] == ':' ? skipSpace(colon + 1) : NOT_PLAIN;
  }

  private int indexOf(int from, int end) {
    for (int i = 0; i < names.length; i++) {
      byte[] name = names[i];
      if (name.length == end - from && Arrays.equals(name, 0, name.length, bytes, from, end)) {
        return i;
      }
    }
    return NOT_PLAIN;
  }

  /** Returns false if a member is there twice, or a text that is not as it is written. */
  private boolean note(byte kind, int from, int end) {
    boolean isText = kind == '"';
    if (kinds[name] != 0 || (isText && hasEscape)) {
      return false;
    }
    kinds[name] = kind;
    valueFroms[name] = isText ? from + 1 : from;
    valueTos[name] = isText ? end - 1 : end;
    return true;
  }

  private int scalar(int at) {
    return switch (bytes[at]) {
      case '"' -> {
        hasEscape = false;
        yield string(at + 1);
      }
      case 't' -> literal(at, "true");
      case 'f' -> literal(at, "false");
      case 'n' -> literal(at, "null");
      default -> number(at);
    };
  }

  private int literal(int at, String text) {
    int end = at + text.length();
    if (end > to) {
      return NOT_PLAIN;
    }
    for (int i = 1; i < text.length(); i++) {
      if (bytes[at + i] != text.charAt(i)) {
        return NOT_PLAIN;
      }
    }
    return end;
  }

  /** Returns the index behind the quote that ends a string. */
  private int string(int from) {
    int at = from;
    while (true) {
      while (at + Long.BYTES <= to) {
        long word = (long) LONG.get(bytes, at);
        high |= word;
        long special = zeroBytes(word ^ QUOTES) | zeroBytes(word ^ BACKSLASHES) | below(word);
        if (special != 0) {
          at += Long.numberOfTrailingZeros(special) >> 3;
          break;
        }
        at += Long.BYTES;
      }
      if (at >= to) {
        return NOT_PLAIN;
      }
      byte c = bytes[at];
      if (c == '"') {
        return at + 1;
      }
      if (c == '\\') {
        at = escape(at + 1);
        if (at == NOT_PLAIN) {
          return NOT_PLAIN;
        }
      } else if (c >= 0 && c < ' ') {
        return NOT_PLAIN;
      } else {
        high |= c;
        at++;
      }
    }
  }

  /** The high bit of each byte that is zero, exact up to the lowest one. */
  private static long zeroBytes(long word) {
    return (word - ONES) & ~word & HIGH_BITS;
  }

  /** The high bit of each byte that is a control character, exact up to the lowest one. */
  private static long below(long word) {
    return (word - SPACES) & ~word & HIGH_BITS;
  }

  private int escape(int at) {
    hasEscape = true;
    if (at >= to) {
      return NOT_PLAIN;
    }
    return switch (bytes[at]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 1;
      case 'u' -> hex(at + 1);
      default -> NOT_PLAIN;
    };
  }

  private int hex(int at) {
    if (at + 4 > to) {
      return NOT_PLAIN;
    }
    for (int i = at; i < at + 4; i++) {
      if (Character.digit(bytes[i], 16) < 0) {
        return NOT_PLAIN;
      }
    }
    return at + 4;
  }

  private int number(int from) {
    int at = bytes[from] == '-' ? from + 1 : from;
    int whole = digits(at);
    if (whole == at || (bytes[at] == '0' && whole > at + 1)) {
      return NOT_PLAIN;
    }
    at = whole;
    if (at < to && bytes[at] == '.') {
      int fraction = digits(at + 1);
      if (fraction == at + 1) {
        return NOT_PLAIN;
      }
      at = fraction;
    }
    if (at < to && (bytes[at] == 'e' || bytes[at] == 'E')) {
      boolean isSigned = at + 1 < to && (bytes[at + 1] == '+' || bytes[at + 1] == '-');
      int begin = isSigned ? at + 2 : at + 1;
      int exponent = digits(begin);
      if (exponent == begin) {
        return NOT_PLAIN;
      }
      at = exponent;
    }
    return at - from > NUMBER_CHARS_MAX ? NOT_PLAIN : at;
  }

  private int digits(int from) {
    int at = from;
    while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at;
  }

  private int skipSpace(int from) {
    int at = from;
    while (at < to && isSpace(bytes[at])) {
      at++;
    }
    return at;
  }

  private boolean isSpace(byte c) {
    return c == ' ' || c == '\t' || c == '\r' || (c == '\n' && !isInLines);
  }
}
