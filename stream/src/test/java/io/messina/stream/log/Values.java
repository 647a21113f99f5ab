package io.messina.stream.log;

import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Values of rows that were tampered with. */
final class Values {

  static final int CHECKSUM_BYTES = 4;

  private Values() {}

  /** The same with a checksum that fits. */
  static Bytes withChecksum(byte[] value) {
    byte[] copy = value.clone();
    int checksumAt = copy.length - CHECKSUM_BYTES;
    CRC32C checksum = new CRC32C();
    checksum.update(copy, 0, checksumAt);
    ByteBuffer.wrap(copy).putInt(checksumAt, (int) checksum.getValue());
    return Bytes.wrap(copy);
  }

  static Bytes withByte(Bytes value, int index, int changed) {
    byte[] copy = value.toArray();
    copy[index] = (byte) changed;
    return withChecksum(copy);
  }

  static Bytes withInt(Bytes value, int index, int changed) {
    byte[] copy = value.toArray();
    ByteBuffer.wrap(copy).putInt(index, changed);
    return withChecksum(copy);
  }
}
