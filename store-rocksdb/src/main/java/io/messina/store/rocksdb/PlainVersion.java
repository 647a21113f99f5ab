package io.messina.store.rocksdb;

import io.messina.store.Column;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The value of a PLAIN row on disk: the newest put, or the delete that hid it.
 *
 * <pre>
 *   | timestamp in microseconds | 0 put, 1 delete | expiry in milliseconds | columns |
 *   | 8 bytes, sign inverted    | 1 byte          | 8 bytes                |         |
 * </pre>
 *
 * Of two versions the one with larger bytes stands: the later timestamp, then deletes before puts,
 * then the later expiry, then the larger columns, which of a single one is the larger value. So
 * RocksDB's {@code max} merge operator keeps the right one, and writing needs no reading.
 *
 * @param timestampMicros the write timestamp
 * @param deleted whether this is a delete
 * @param expiresAtMillis when readers no longer see it; {@link #NEVER} if not
 */
record PlainVersion(long timestampMicros, boolean deleted, long expiresAtMillis) {

  static final long NEVER = Long.MAX_VALUE;
  static final int HEADER_BYTES = Long.BYTES + 1 + Long.BYTES;

  static byte[] encodePut(
      long timestampMicros,
      Optional<Instant> expiresAt,
      List<Column<?>> columns,
      @Nullable Object[] values) {
    ByteWriter writer = new ByteWriter(HEADER_BYTES + RowCodec.sizeBytes(columns, values));
    putHeader(writer, timestampMicros, false, expiresAt.map(Instant::toEpochMilli).orElse(NEVER));
    RowCodec.putColumns(writer, columns, values);
    return writer.toArray();
  }

  static byte[] encodeDelete(long timestampMicros) {
    ByteWriter writer = new ByteWriter(HEADER_BYTES);
    putHeader(writer, timestampMicros, true, NEVER);
    return writer.toArray();
  }

  /** Reads the header and leaves the reader at the columns. */
  static PlainVersion read(ByteReader reader) {
    long timestampMicros = reader.getLong() ^ Long.MIN_VALUE;
    boolean deleted = reader.get() != 0;
    return new PlainVersion(timestampMicros, deleted, reader.getLong());
  }

  boolean isVisible(long nowMillis) {
    return !deleted && nowMillis < expiresAtMillis;
  }

  private static void putHeader(
      ByteWriter writer, long timestampMicros, boolean deleted, long expiresAtMillis) {
    writer.putLong(timestampMicros ^ Long.MIN_VALUE).put(deleted ? 1 : 0).putLong(expiresAtMillis);
  }
}
