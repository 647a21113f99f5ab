package io.messina.store.rocksdb;

/**
 * Where a row is in the files of its table's {@link RowLog}.
 *
 * <pre>
 *   | number of the file, 8 | offset, 4 | bytes, 4 |
 * </pre>
 *
 * @param file the number of the file, never used for another one
 * @param offset where its {@link RowFrame} begins
 * @param bytes the length of the frame
 */
record RowPlace(long file, int offset, int bytes) {

  static final int BYTES = Long.BYTES + 2 * Integer.BYTES;

  void put(ByteWriter writer) {
    writer.putLong(file).putInt(offset).putInt(bytes);
  }

  static RowPlace get(ByteReader reader) {
    return new RowPlace(reader.getLong(), reader.getInt(), reader.getInt());
  }
}
