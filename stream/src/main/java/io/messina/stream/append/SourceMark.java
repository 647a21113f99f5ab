package io.messina.stream.append;

import io.messina.store.Bytes;
import java.nio.ByteBuffer;

/**
 * The highest batch that a shard has of a source. As it stands in the fenced state, a row per
 * source:
 *
 * <pre>
 *   | version 1 | number, 8 bytes | append time in microseconds, 8 bytes |
 * </pre>
 *
 * @param number the batch's number, from 0
 * @param appendMicros when its last event was appended, in microseconds since 1970, from 0
 */
record SourceMark(long number, long appendMicros) {

  private static final byte VERSION = 1;
  private static final int BYTES = 1 + 2 * Long.BYTES;

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

  /**
   * Reads what {@link #encode} wrote.
   *
   * @param value what stands in the row
   * @return the mark
   * @throws IllegalArgumentException where it is something else
   */
  static SourceMark decode(Bytes value) {
    if (value.length() < 1 || value.at(0) != VERSION || value.length() != BYTES) {
      throw new IllegalArgumentException(
          "source mark: " + value + " (expected: " + BYTES + " bytes of version " + VERSION + ")");
    }
    ByteBuffer buffer = value.asByteBuffer();
    return new SourceMark(buffer.getLong(1), buffer.getLong(1 + Long.BYTES));
  }

  /**
   * The value of a row.
   *
   * @return 17 bytes
   */
  Bytes encode() {
    byte[] value = new byte[BYTES];
    ByteBuffer.wrap(value).put(VERSION).putLong(number).putLong(appendMicros);
    return Bytes.wrap(value);
  }
}
