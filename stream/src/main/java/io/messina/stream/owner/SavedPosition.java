package io.messina.stream.owner;

import io.messina.api.Position;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;

/**
 * A position as a value of the fenced state:
 *
 * <pre>
 *   | version 1 | position, packed, 8 bytes, big-endian |
 * </pre>
 */
public final class SavedPosition {

  private static final byte VERSION = 1;
  private static final int BYTES = 1 + Long.BYTES;

  private SavedPosition() {}

  /**
   * Decodes a position.
   *
   * @throws IllegalArgumentException if the bytes are damaged
   */
  public static Position decode(Bytes value) {
    if (value.length() != BYTES || value.at(0) != VERSION) {
      throw new IllegalArgumentException(
          "position: " + value + " (expected: " + BYTES + " bytes of version " + VERSION + ")");
    }
    return Position.unpack(value.asByteBuffer().getLong(1));
  }

  /** Returns the bytes of a position. */
  public static Bytes encode(Position position) {
    byte[] value = new byte[BYTES];
    ByteBuffer.wrap(value).put(VERSION).putLong(position.packed());
    return Bytes.wrap(value);
  }
}
