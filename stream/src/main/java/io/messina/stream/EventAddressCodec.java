package io.messina.stream;

import io.messina.api.Position;
import java.nio.ByteBuffer;

/**
 * The text of an event id: Base64 of these bytes, big-endian.
 *
 * <pre>
 *   0   1  version, 1
 *   1   4  generation of the stream
 *   5   2  shard
 *   7   4  segment
 *   11  8  position: epoch and sequence, packed
 *   19  2  check, see OpaqueText
 * </pre>
 */
final class EventAddressCodec {

  private static final int VERSION = 1;
  private static final OpaqueText TEXT = new OpaqueText("event id", VERSION, 18);

  private EventAddressCodec() {}

  static String encode(EventAddress id) {
    return TEXT.write(
        fields ->
            fields
                .putInt(id.streamGeneration())
                .putShort((short) id.shard())
                .putInt(id.segment())
                .putLong(id.position().packed()));
  }

  static EventAddress decode(String text) {
    ByteBuffer fields = TEXT.read(text);
    int streamGeneration = fields.getInt();
    int shard = fields.getShort();
    int segment = fields.getInt();
    Position position = Position.unpack(fields.getLong());
    return new EventAddress(streamGeneration, shard, segment, position);
  }
}
