package io.messina.stream.node;

import io.messina.store.Bytes;
import io.messina.stream.log.LaneEnds.LaneEnd;
import java.nio.ByteBuffer;

/**
 * Where a lane ends, as a row of the fenced state:
 *
 * <pre>
 *   | version 2 | cut, 8 bytes | next append time in microseconds, 8 bytes | 1 if damaged |
 * </pre>
 *
 * @param cut the sequence behind the last event that counts
 * @param nextAppendMicros just after the append time of that event
 * @param damaged whether the row before the cut could not be read when the lane was cut
 */
record LaneCut(long cut, long nextAppendMicros, boolean damaged) {

  private static final byte VERSION = 2;
  private static final int BYTES = 2 + 2 * Long.BYTES;

  LaneCut(long cut, long nextAppendMicros) {
    this(cut, nextAppendMicros, false);
  }

  static LaneCut of(LaneEnd end) {
    return new LaneCut(end.cut(), end.nextAppendMicros(), end.damaged());
  }

  static LaneCut decode(Bytes value) {
    if (value.length() != BYTES || value.at(0) != VERSION) {
      throw new IllegalArgumentException(
          "cut: " + value + " (expected: " + BYTES + " bytes of version " + VERSION + ")");
    }
    ByteBuffer fields = value.asByteBuffer();
    return new LaneCut(fields.getLong(1), fields.getLong(9), value.at(BYTES - 1) == 1);
  }

  Bytes encode() {
    byte[] value = new byte[BYTES];
    ByteBuffer.wrap(value)
        .put(VERSION)
        .putLong(cut)
        .putLong(nextAppendMicros)
        .put((byte) (damaged ? 1 : 0));
    return Bytes.wrap(value);
  }
}
