package io.messina.stream;

import io.messina.api.Position;
import java.nio.ByteBuffer;

/**
 * The text of a receipt: Base64 of these bytes, big-endian.
 *
 * <pre>
 *   0   1  version, 1
 *   1   4  generation of the stream
 *   5   4  generation of the group
 *   9   4  run of the group
 *   13  2  shard
 *   15  8  position: epoch and sequence, packed
 *   23  8  claim
 *   31  2  check, see OpaqueText
 * </pre>
 */
final class ClaimAddressCodec {

  private static final int VERSION = 1;
  private static final OpaqueText TEXT = new OpaqueText("receipt", VERSION, 30);

  private ClaimAddressCodec() {}

  static String encode(ClaimAddress receipt) {
    return TEXT.write(
        fields ->
            fields
                .putInt(receipt.streamGeneration())
                .putInt(receipt.groupGeneration())
                .putInt(receipt.run())
                .putShort((short) receipt.shard())
                .putLong(receipt.position().packed())
                .putLong(receipt.claim()));
  }

  static ClaimAddress decode(String text) {
    ByteBuffer fields = TEXT.read(text);
    int streamGeneration = fields.getInt();
    int groupGeneration = fields.getInt();
    int run = fields.getInt();
    int shard = fields.getShort();
    Position position = Position.unpack(fields.getLong());
    return new ClaimAddress(
        streamGeneration, groupGeneration, run, shard, position, fields.getLong());
  }
}
