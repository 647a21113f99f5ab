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
 * A put whose columns are in the {@link RowLog} of its table has a 2, and a {@link RowPlace} in
 * place of the columns.
 *
 * <p>Of two versions the one with larger bytes stands: the later timestamp, then deletes before
 * puts, then the later expiry, then the larger columns, which of a single one is the larger value.
 * So RocksDB's {@code max} merge operator keeps the right one, and writing needs no reading.
 *
 * @param timestampMicros the write timestamp
 * @param deleted whether this is a delete
 * @param placed whether its columns are elsewhere
 * @param expiresAtMillis when readers no longer see it; {@link #NEVER} if not
 */
record PlainVersion(long timestampMicros, boolean deleted, boolean placed, long expiresAtMillis) {

  static final long NEVER = Long.MAX_VALUE;
  static final int HEADER_BYTES = Long.BYTES + 1 + Long.BYTES;

  private static final int PUT = 0;
  private static final int DELETE = 1;
  private static final int PLACED = 2;

  static byte[] encodePut(
      long timestampMicros,
      Optional<Instant> expiresAt,
      List<Column<?>> columns,
      @Nullable Object[] values) {
    ByteWriter writer = new ByteWriter(HEADER_BYTES + RowCodec.sizeBytes(columns, values));
    putHeader(writer, timestampMicros, PUT, expiresAt.map(Instant::toEpochMilli).orElse(NEVER));
    RowCodec.putColumns(writer, columns, values);
    return writer.toArray();
  }

  static byte[] encodeDelete(long timestampMicros) {
    ByteWriter writer = new ByteWriter(HEADER_BYTES);
    putHeader(writer, timestampMicros, DELETE, NEVER);
    return writer.toArray();
  }

  /** The same put, with its columns elsewhere. */
  byte[] encodePlaced(RowPlace place) {
    ByteWriter writer = new ByteWriter(HEADER_BYTES + RowPlace.BYTES);
    putHeader(writer, timestampMicros, PLACED, expiresAtMillis);
    place.put(writer);
    return writer.toArray();
  }

  /** Reads the header and leaves the reader at the columns. */
  static PlainVersion read(ByteReader reader) {
    long timestampMicros = reader.getLong() ^ Long.MIN_VALUE;
    int kind = reader.get();
    return new PlainVersion(timestampMicros, kind == DELETE, kind == PLACED, reader.getLong());
  }

  /** Whether a value, if there is one, is that of a put whose columns are at a place. */
  static boolean isPlaced(byte @Nullable [] value, RowPlace place) {
    if (value == null) {
      return false;
    }
    ByteReader reader = new ByteReader(value, 0, value.length);
    return read(reader).placed() && RowPlace.get(reader).equals(place);
  }

  boolean isVisible(long nowMillis) {
    return !deleted && nowMillis < expiresAtMillis;
  }

  private static void putHeader(
      ByteWriter writer, long timestampMicros, int kind, long expiresAtMillis) {
    writer.putLong(timestampMicros ^ Long.MIN_VALUE).put(kind).putLong(expiresAtMillis);
  }
}
