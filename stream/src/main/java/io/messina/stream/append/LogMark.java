package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;

/**
 * The position up to which the rows of sources and of {@code keys} cover the log. Its form in the
 * fenced state:
 *
 * <pre>
 *   | version 1 | position, packed, 8 bytes |
 * </pre>
 *
 * @param position the first one that may not be covered
 */
record LogMark(Position position) {

  /** The name of its row in the section. */
  static final String NAME = "mark";

  private static final byte VERSION = 1;
  private static final int BYTES = 1 + Long.BYTES;

  static LogMark decode(Bytes value) {
    if (value.length() != BYTES || value.at(0) != VERSION) {
      throw new IllegalArgumentException(
          "mark: " + value + " (expected: " + BYTES + " bytes of version " + VERSION + ")");
    }
    return new LogMark(Position.unpack(value.asByteBuffer().getLong(1)));
  }

  Bytes encode() {
    byte[] value = new byte[BYTES];
    ByteBuffer.wrap(value).put(VERSION).putLong(position.packed());
    return Bytes.wrap(value);
  }
}
