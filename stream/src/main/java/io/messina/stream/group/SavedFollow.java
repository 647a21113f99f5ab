package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Where followers of a group are, as a value of the fenced state:
 *
 * <pre>
 *   | version 1 | position, packed, 8 bytes, big-endian | note, UTF-8, to the end |
 * </pre>
 *
 * @param position behind the last handled event
 * @param note what the follower keeps with it
 */
public record SavedFollow(Position position, String note) {

  private static final byte VERSION = 1;
  private static final int NOTE = 1 + Long.BYTES;

  /**
   * Decodes a value.
   *
   * @throws IllegalArgumentException if the bytes are damaged
   */
  public static SavedFollow decode(Bytes value) {
    if (value.length() < NOTE || value.at(0) != VERSION) {
      throw new IllegalArgumentException(
          "position of followers: %s (expected: at least %d bytes of version %d)"
              .formatted(value, NOTE, VERSION));
    }
    ByteBuffer bytes = value.asByteBuffer();
    return new SavedFollow(
        Position.unpack(bytes.getLong(1)),
        StandardCharsets.UTF_8.decode(bytes.position(NOTE)).toString());
  }

  Bytes encode() {
    byte[] text = note.getBytes(StandardCharsets.UTF_8);
    byte[] value = new byte[NOTE + text.length];
    ByteBuffer.wrap(value).put(VERSION).putLong(position.packed()).put(text);
    return Bytes.wrap(value);
  }
}
