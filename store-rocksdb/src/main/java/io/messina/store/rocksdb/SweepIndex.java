package io.messina.store.rocksdb;

import io.messina.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * The partitions to sweep for rows to remove, and the hours.
 *
 * <pre>
 *   due      | hour, 4 bytes | hash, 4 bytes | table | 0 | partition |  →  nothing
 *   latest   | FF FF FF FF   | hash, 4 bytes | table | 0 | partition |  →  hour, 4 bytes; append-only tables
 * </pre>
 *
 * The second says when the last row of a partition will have expired, so that all can go at once
 * without being read. Confined to the committer's thread.
 */
final class SweepIndex {

  /** The hour of rows that never expire. */
  static final int NEVER = Integer.MAX_VALUE;

  static final int HOUR_BYTES = Integer.BYTES;

  private static final int LATEST = -1;
  private static final int REMEMBERED_MAX = 20_000;
  private static final long MILLIS_PER_HOUR = Duration.ofHours(1).toMillis();
  private static final long GRACE_MILLIS = Duration.ofMinutes(1).toMillis();
  private static final byte[] NOTHING = {};

  /** Keys of this index to the hour they were last written with. */
  private final Map<Bytes, Integer> remembered =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes, Integer> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };

  /** The first full hour that begins at a moment or later. */
  static int hourAfter(long millis) {
    return (int) Math.min(Math.ceilDiv(Math.max(millis, 0), MILLIS_PER_HOUR), NEVER - 1);
  }

  /**
   * The last hour whose partitions may be looked through at a moment: a little after it has begun,
   * so that every group that noted a row for it is on disk.
   */
  static int dueHour(long millis) {
    return hourOf(millis - GRACE_MILLIS);
  }

  /** The hour that runs at a moment. */
  static int hourOf(long millis) {
    return (int) (millis / MILLIS_PER_HOUR);
  }

  /** Asks for a look at a partition; asking again costs nothing. */
  void noteDue(RocksDatabase database, WriteBatch batch, byte[] shared, int hour)
      throws RocksDBException {
    byte[] due = key(hour, shared);
    if (remembered.put(Bytes.wrap(due), hour) == null) {
      batch.put(database.shared(RocksDatabase.SWEEPS), due, NOTHING);
    }
  }

  /**
   * Tells when a row of an append-only partition will have expired, or that it {@link #NEVER} will.
   */
  void noteExpiry(RocksDatabase database, WriteBatch batch, byte[] shared, int hour)
      throws RocksDBException {
    byte[] latest = key(LATEST, shared);
    Integer known = remembered.get(Bytes.wrap(latest));
    if (known == null || known < hour) {
      remembered.put(Bytes.wrap(latest), hour);
      byte[] value = new ByteWriter(HOUR_BYTES).putInt(hour).toArray();
      batch.merge(database.shared(RocksDatabase.SWEEPS), latest, value);
    }
  }

  /** Asks for a look at the partition of a row of an append-only table once that has expired. */
  void noteRow(
      RocksDatabase database,
      WriteBatch batch,
      String table,
      byte[] partition,
      PlainVersion version,
      int nowHour)
      throws RocksDBException {
    byte[] shared = TableFamily.shared(table, partition);
    int hour =
        version.expiresAtMillis() == PlainVersion.NEVER
            ? NEVER
            : hourAfter(version.expiresAtMillis() + RowLog.KEPT_EXPIRED_MILLIS);
    noteExpiry(database, batch, shared, hour);
    if (hour != NEVER) {
      noteDue(database, batch, shared, Math.max(hour, nowHour + 1));
    }
  }

  /** Forgets entries that may not have reached the disk, or are about to be removed from it. */
  void forgetAll() {
    remembered.clear();
  }

  void forget(byte[] key) {
    remembered.remove(Bytes.wrap(key));
  }

  /** Whether every row of an append-only partition has expired by an hour. */
  static boolean isOver(RocksDatabase database, TableFamily family, byte[] partition, int hour)
      throws RocksDBException {
    byte[] latest =
        database.db().get(database.shared(RocksDatabase.SWEEPS), latestKey(family, partition));
    return latest != null && new ByteReader(latest, 0, latest.length).getInt() <= hour;
  }

  static byte[] latestKey(TableFamily family, byte[] partition) {
    return key(LATEST, family.shared(partition));
  }

  /** Everything due before an hour ends. */
  static byte[] endOfHour(int hour) {
    return new ByteWriter(HOUR_BYTES).putInt(hour + 1).toArray();
  }

  /** The name of the table in a key of this index. */
  static String tableName(byte[] key) {
    int start = HOUR_BYTES + KeyCodec.PARTITION_HASH_BYTES;
    return new String(key, start, nameEnd(key) - start, StandardCharsets.US_ASCII);
  }

  /** The partition in a key of this index. */
  static byte[] partition(byte[] key) {
    byte[] hash = Arrays.copyOfRange(key, HOUR_BYTES, HOUR_BYTES + KeyCodec.PARTITION_HASH_BYTES);
    return ByteRange.concat(hash, Arrays.copyOfRange(key, nameEnd(key) + 1, key.length));
  }

  private static int nameEnd(byte[] key) {
    int end = HOUR_BYTES + KeyCodec.PARTITION_HASH_BYTES;
    while (key[end] != 0) {
      end++;
    }
    return end;
  }

  private static byte[] key(int hour, byte[] shared) {
    return new ByteWriter(HOUR_BYTES + shared.length).putInt(hour).put(shared).toArray();
  }
}
