package io.messina.stream.append;

import io.messina.store.Bytes;
import java.nio.ByteBuffer;

/**
 * Which batches a shard has of a source: the highest, and which of those below it. As it stands in
 * the fenced state, a row per source:
 *
 * <pre>
 *   | version 2 | number, 8 bytes | append time in microseconds, 8 bytes | below, 8 bytes |
 * </pre>
 *
 * <p>Version 1 has no {@code below}; its owner took every lower number for a repeat.
 *
 * @param number the highest batch's number, from 0
 * @param appendMicros when an event of the source was last appended, in microseconds since 1970,
 *     from 0
 * @param below bit <i>i</i> tells whether the batch of {@code number - 1 - i} is there
 */
record SourceMark(long number, long appendMicros, long below) {

  /** How far below the highest number it is known which batches are there. */
  static final int WINDOW = Long.SIZE;

  private static final byte VERSION = 2;
  private static final int BYTES = 1 + 3 * Long.BYTES;
  private static final byte VERSION_WITHOUT_BELOW = 1;
  private static final int BYTES_WITHOUT_BELOW = 1 + 2 * Long.BYTES;

  /**
   * A checked mark.
   *
   * @throws IllegalArgumentException where a number is negative
   */
  SourceMark {
    if (number < 0 || appendMicros < 0) {
      throw new IllegalArgumentException(
          "source mark: " + number + " at " + appendMicros + " (expected: numbers from 0)");
    }
  }

  /** The mark of a source of which only one batch is there. */
  static SourceMark first(long number, long appendMicros) {
    return new SourceMark(number, appendMicros, 0);
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @param value what stands in the row
   * @return the mark
   * @throws IllegalArgumentException where it is something else
   */
  static SourceMark decode(Bytes value) {
    int version = value.length() < 1 ? 0 : value.at(0);
    ByteBuffer buffer = value.asByteBuffer();
    if (version == VERSION && value.length() == BYTES) {
      return new SourceMark(buffer.getLong(1), buffer.getLong(9), buffer.getLong(17));
    }
    if (version == VERSION_WITHOUT_BELOW && value.length() == BYTES_WITHOUT_BELOW) {
      return new SourceMark(buffer.getLong(1), buffer.getLong(9), ~0L);
    }
    throw new IllegalArgumentException(
        "source mark: " + value + " (expected: " + BYTES + " bytes of version " + VERSION + ")");
  }

  /**
   * The value of a row.
   *
   * @return 25 bytes
   */
  Bytes encode() {
    byte[] value = new byte[BYTES];
    ByteBuffer.wrap(value).put(VERSION).putLong(number).putLong(appendMicros).putLong(below);
    return Bytes.wrap(value);
  }

  /** Whether it is not known any more if a batch is there. */
  boolean isBelowWindow(long other) {
    return number - other > WINDOW;
  }

  /** Whether a batch is there; false where that is not known. */
  boolean has(long other) {
    long behind = number - other;
    return behind == 0 || (behind > 0 && behind <= WINDOW && (below & bit(behind)) != 0);
  }

  /** The mark once another batch is there. */
  SourceMark plus(long other, long micros) {
    long newest = Math.max(appendMicros, micros);
    long behind = number - other;
    if (behind < 0) {
      return new SourceMark(other, newest, movedBy(-behind));
    }
    boolean tells = behind > 0 && behind <= WINDOW;
    return new SourceMark(number, newest, tells ? below | bit(behind) : below);
  }

  /** What stands below a highest number that is so much higher. */
  private long movedBy(long by) {
    if (by > WINDOW) {
      return 0;
    }
    return (by == WINDOW ? 0 : below << by) | bit(by);
  }

  private static long bit(long behind) {
    return 1L << (behind - 1);
  }
}
