package io.messina.api;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the one order of a shard: the ownership under which an event was appended, and its
 * number in that ownership's lane. Later events of a shard have larger positions. Packed, it is one
 * long:
 *
 * <pre>
 *   | epoch, 24 bits | sequence, 40 bits |
 * </pre>
 *
 * <p>The order of the packed longs is that of positions, as neither is negative: epochs end at 2^23
 * - 1.
 *
 * @param epoch the ownership, from 0 to {@link #EPOCH_MAX}
 * @param sequence the number in the lane, from 0 to {@link #SEQUENCE_MAX}
 */
public record Position(int epoch, long sequence) implements Comparable<Position> {

  /** The last epoch a shard can have. */
  public static final int EPOCH_MAX = (1 << 23) - 1;

  /** The last number a lane can give. */
  public static final long SEQUENCE_MAX = (1L << 40) - 1;

  /** Before the first event of any shard, whose lanes begin with epoch 1. */
  public static final Position START = new Position(0, 0);

  private static final int SEQUENCE_BITS = 40;
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,8})\\.([0-9]{1,13})");

  public Position {
    if (epoch < 0 || epoch > EPOCH_MAX) {
      throw new IllegalArgumentException(
          "epoch: " + epoch + " (expected: from 0 to " + EPOCH_MAX + ")");
    }
    if (sequence < 0 || sequence > SEQUENCE_MAX) {
      throw new IllegalArgumentException(
          "sequence: " + sequence + " (expected: from 0 to " + SEQUENCE_MAX + ")");
    }
  }

  /**
   * Whether a text has the form of a position.
   *
   * @return true of {@code 3.17}
   */
  public static boolean isOne(String text) {
    return TEXT.matcher(text).matches();
  }

  /**
   * Reads the text of {@link #toString}.
   *
   * @param text as in {@code 3.17}
   */
  public static Position parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          Shown.text(text) + " (expected: a position as it was given out, as in 1.17)");
    }
    return new Position(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
  }

  /**
   * Reads the number of {@link #packed}.
   *
   * @param packed a position as a long
   */
  public static Position unpack(long packed) {
    if (packed < 0) {
      throw new IllegalArgumentException("position: " + packed + " (expected: from 0)");
    }
    return new Position((int) (packed >>> SEQUENCE_BITS), packed & SEQUENCE_MAX);
  }

  /**
   * This position as one long.
   *
   * @return from 0, ordered as positions are
   */
  public long packed() {
    return (long) epoch << SEQUENCE_BITS | sequence;
  }

  /** The place behind this one in the same lane. */
  public Position next() {
    return new Position(epoch, sequence + 1);
  }

  @Override
  public int compareTo(Position other) {
    return Long.compare(packed(), other.packed());
  }

  /** As in {@code 3.17}. */
  @Override
  public String toString() {
    return epoch + "." + sequence;
  }
}
