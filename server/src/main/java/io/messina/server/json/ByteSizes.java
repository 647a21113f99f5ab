package io.messina.server.json;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of bytes as texts: a whole number and a unit, as in {@code 8MiB}. */
public final class ByteSizes {

  /** The form of a text. */
  public static final String FORM = "a whole number with B, KiB, MiB or GiB, as in 8MiB";

  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(B|KiB|MiB|GiB)");
  private static final int KIB_BITS = 10;
  private static final int MIB_BITS = 20;
  private static final int GIB_BITS = 30;

  private ByteSizes() {}

  /**
   * Reads a text.
   *
   * @return the number of bytes
   * @throws IllegalArgumentException with a sentence, if it is anything else
   */
  public static long parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text + " (expected: " + FORM + ")");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "KiB" -> number << KIB_BITS;
      case "MiB" -> number << MIB_BITS;
      case "GiB" -> number << GIB_BITS;
      default -> number;
    };
  }

  /**
   * Writes a number of bytes in the largest unit that loses nothing.
   *
   * @param bytes not negative
   * @return as in {@code 8MiB}
   */
  public static String format(long bytes) {
    int zeros = bytes == 0 ? 0 : Long.numberOfTrailingZeros(bytes);
    if (zeros >= GIB_BITS) {
      return (bytes >> GIB_BITS) + "GiB";
    }
    if (zeros >= MIB_BITS) {
      return (bytes >> MIB_BITS) + "MiB";
    }
    return zeros >= KIB_BITS ? (bytes >> KIB_BITS) + "KiB" : bytes + "B";
  }
}
