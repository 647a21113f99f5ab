package io.messina.store.rocksdb;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One row in a {@link RowFile}, of which nothing is known but the file's number.
 *
 * <pre>
 *   | CRC32C, 4 | bytes of the frame, 4 | flags, 1 | bytes of the key, 2 | of its partition, 2 |
 *   | sequence, 8 | mark, 8 | key | value |
 *
 *   CRC32C     of the file's number, and of all behind it
 *   flags      1: more rows of the same batch follow, 2: first row of a commit group
 *   sequence   of the row in its table's log, without holes
 *   mark       how many groups the database had written before, see {@link LogMarks}
 *   value      an encoded {@link PlainVersion}
 * </pre>
 *
 * <p>The number is part of the checksum and never used again, so no frame that an earlier use of
 * the same disk space left behind is taken for one of this file.
 *
 * @param bytes the whole frame
 * @param flags see above
 * @param keyBytes the length of the key
 * @param partitionBytes the length of the encoded partition, with which the key begins
 * @param sequence see above
 * @param mark see above
 */
record RowFrame(
    byte[] bytes, int flags, int keyBytes, int partitionBytes, long sequence, long mark) {

  static final int MORE = 1;
  static final int FIRST = 2;
  static final int HEADER_BYTES = 29;
  static final int SEQUENCE_OFFSET = 13;

  private static final int LENGTH_OFFSET = Integer.BYTES;

  static int sizeBytes(Request.Version row) {
    return HEADER_BYTES + row.key().length + row.value().length;
  }

  /** Writes a frame whose first byte is at the buffer's position. */
  static void put(
      ByteBuffer buffer,
      long file,
      int flags,
      long sequence,
      long mark,
      int partitionBytes,
      Request.Version row) {
    int start = buffer.position();
    buffer.position(start + LENGTH_OFFSET);
    buffer.putInt(sizeBytes(row)).put((byte) flags);
    buffer.putShort((short) row.key().length).putShort((short) partitionBytes);
    buffer.putLong(sequence).putLong(mark).put(row.key()).put(row.value());
    CRC32C crc = numbered(file);
    crc.update(buffer.slice(start + LENGTH_OFFSET, buffer.position() - start - LENGTH_OFFSET));
    buffer.putInt(start, (int) crc.getValue());
  }

  /** The length that the header of a frame tells; of anything else any number. */
  static int sizeBytes(byte[] header) {
    return ByteBuffer.wrap(header).getInt(LENGTH_OFFSET);
  }

  /** Reads a frame, or returns null where these bytes are none of the file. */
  static @Nullable RowFrame read(long file, byte[] bytes) {
    CRC32C crc = numbered(file);
    crc.update(bytes, LENGTH_OFFSET, bytes.length - LENGTH_OFFSET);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (buffer.getInt() != (int) crc.getValue() || buffer.getInt() != bytes.length) {
      return null;
    }
    int flags = buffer.get();
    int keyBytes = Short.toUnsignedInt(buffer.getShort());
    int partitionBytes = Short.toUnsignedInt(buffer.getShort());
    return new RowFrame(bytes, flags, keyBytes, partitionBytes, buffer.getLong(), buffer.getLong());
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  byte[] key() {
    return Arrays.copyOfRange(bytes, HEADER_BYTES, HEADER_BYTES + keyBytes);
  }

  byte[] partition() {
    return Arrays.copyOfRange(bytes, HEADER_BYTES, HEADER_BYTES + partitionBytes);
  }

  /** The encoded {@link PlainVersion}. */
  ByteReader value() {
    return new ByteReader(bytes, HEADER_BYTES + keyBytes, bytes.length);
  }

  private static CRC32C numbered(long file) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, file));
    return crc;
  }
}
