package io.messina.stream.shard;

import io.messina.store.Bytes;
import io.messina.stream.lane.LaneEnd;
import java.nio.ByteBuffer;

/**
 * Where a lane ends, as a row of the fenced state:
 *
 * <pre>
 *   | version 1 | cut, 8 bytes | next append time in microseconds, 8 bytes |
 * </pre>
 *
 * @param cut the sequence behind the last event that counts
 * @param nextAppendMicros behind the append time of that event
 */
record LaneCut(long cut, long nextAppendMicros) {

  private static final byte VERSION = 1;
  private static final int BYTES = 1 + 2 * Long.BYTES;

  static LaneCut of(LaneEnd end) {
    return new LaneCut(end.cut(), end.nextAppendMicros());
  }

  static LaneCut decode(Bytes value) {
    if (value.length() != BYTES || value.at(0) != VERSION) {
      throw new IllegalArgumentException(
          "cut: " + value + " (expected: " + BYTES + " bytes of version " + VERSION + ")");
    }
    ByteBuffer fields = value.asByteBuffer();
    return new LaneCut(fields.getLong(1), fields.getLong(1 + Long.BYTES));
  }

  Bytes encode() {
    byte[] value = new byte[BYTES];
    ByteBuffer.wrap(value).put(VERSION).putLong(cut).putLong(nextAppendMicros);
    return Bytes.wrap(value);
  }
}
