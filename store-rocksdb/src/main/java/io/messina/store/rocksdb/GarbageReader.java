package io.messina.store.rocksdb;

import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** Finds the garbage in a partition of a PLAIN table. */
final class GarbageReader {

  private static final int GARBAGE_MAX = 512;
  private static final int LOOKED_AT_MAX = 8 * 1024;

  private final Table table;
  private final byte[] partition;
  private final long forgottenMicros;
  private final long expiredMillis;

  GarbageReader(Table table, boolean isLog, byte[] partition, Duration deleteMemory, Instant now) {
    this.table = table;
    this.partition = partition;
    Instant forgotten = now.minus(deleteMemory);
    this.forgottenMicros = ChronoUnit.MICROS.between(Instant.EPOCH, forgotten);
    this.expiredMillis =
        (table.isAppendOnly() ? now : forgotten).toEpochMilli()
            - (isLog ? RowLog.KEPT_EXPIRED_MILLIS : 0);
  }

  /**
   * Part of the garbage of a partition.
   *
   * @param garbage the rows and deletes that may be removed
   * @param rest the clustering bytes still to be looked at, empty at the end
   */
  record Found(List<Request.Garbage> garbage, ByteRange rest) {}

  Found read(RocksDatabase database, ByteRange range) throws RocksDBException {
    TableFamily family = database.family(table);
    byte[] prefix = KeyCodec.rows(partition);
    ByteRange keys = range.under(prefix);
    List<Request.Garbage> garbage = new ArrayList<>();
    String familyName = RocksDatabase.familyName(table);
    try (Slice upper = new Slice(keys.end().orElseThrow());
        ReadOptions options =
            new ReadOptions()
                .setPrefixSameAsStart(true)
                .setIterateUpperBound(upper)
                .setFillCache(false);
        ReadOptions deletesOptions = new ReadOptions().setTotalOrderSeek(true);
        RocksIterator iterator = database.db().newIterator(family.handle(), options);
        RangeDeleteReader deletes =
            new RangeDeleteReader(database, family, partition, deletesOptions)) {
      int lookedAt = 0;
      for (iterator.seek(keys.start()); iterator.isValid(); iterator.next()) {
        byte[] key = iterator.key();
        byte[] clustering = Arrays.copyOfRange(key, prefix.length, key.length);
        byte[] header = Arrays.copyOf(iterator.value(), PlainVersion.HEADER_BYTES);
        PlainVersion version = PlainVersion.read(new ByteReader(header, 0, header.length));
        if (isGarbage(version, deletes.coveringTimestampMicros(clustering))) {
          garbage.add(new Request.Garbage(familyName, key, header));
        }
        if (garbage.size() == GARBAGE_MAX || ++lookedAt == LOOKED_AT_MAX) {
          return new Found(garbage, range.from(Arrays.copyOf(clustering, clustering.length + 1)));
        }
      }
      iterator.status();
    }
    return new Found(garbage, ByteRange.NONE);
  }

  /**
   * Range deletes that nothing can come late to; those in the way of rows are kept until the rows
   * are gone.
   */
  List<Request.Garbage> readRangeDeletes(RocksDatabase database) throws RocksDBException {
    TableFamily family = database.family(table);
    byte[] prefix = family.shared(partition);
    List<Request.Garbage> garbage = new ArrayList<>();
    try (ReadOptions options = new ReadOptions().setTotalOrderSeek(true);
        RangeDeleteReader deletes = new RangeDeleteReader(database, family, partition, options)) {
      for (RangeDelete delete : deletes.overlapping(ByteRange.ALL)) {
        if (delete.timestampMicros() < forgottenMicros) {
          byte[] key = ByteRange.concat(prefix, delete.range().start());
          garbage.add(new Request.Garbage(RocksDatabase.DELETES, key, delete.encodeValue()));
        }
      }
    }
    return garbage;
  }

  private boolean isGarbage(PlainVersion version, long coveringTimestampMicros) {
    boolean covered = version.timestampMicros() <= coveringTimestampMicros;
    boolean forgotten = version.deleted() && version.timestampMicros() < forgottenMicros;
    boolean expired =
        version.expiresAtMillis() <= expiredMillis
            && (table.isAppendOnly() || version.timestampMicros() < forgottenMicros);
    return covered || forgotten || expired;
  }
}
