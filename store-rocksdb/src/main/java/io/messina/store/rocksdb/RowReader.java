package io.messina.store.rocksdb;

import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StaticRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/** Reads single rows. */
final class RowReader {

  private RowReader() {}

  static Optional<Row> get(RocksDatabase database, RowKey key, long nowMillis)
      throws RocksDBException {
    TableFamily family = database.family(key.table());
    if (!family.mayHaveRangeDeletes()) {
      byte[] value = value(database, family, KeyCodec.row(key));
      // a range delete that came in the meantime has raised the flag before it could be seen
      if (!family.mayHaveRangeDeletes()) {
        return decode(family, key, value, nowMillis, RangeDelete.NONE);
      }
    }
    return getAtOnce(database, family, key, nowMillis);
  }

  private static byte @Nullable [] value(RocksDatabase database, TableFamily family, byte[] key)
      throws RocksDBException {
    if (!family.isCached()) {
      return database.db().get(family.handle(), key);
    }
    RowCache.Place place = database.rows().at(key);
    byte[] cached = place.find(family.table().name(), key);
    if (cached != null) {
      return cached;
    }
    byte[] value = database.db().get(family.handle(), key);
    if (value != null) {
      database.rows().keep(place, family.table().name(), key, value);
    }
    return value;
  }

  /** Rows of several keys. Where range deletes have to be looked at it reads one by one. */
  static List<Optional<Row>> getEach(RocksDatabase database, List<RowKey> keys, long nowMillis)
      throws RocksDBException {
    List<TableFamily> families = new ArrayList<>(keys.size());
    for (RowKey key : keys) {
      families.add(database.family(key.table()));
    }
    byte[] @Nullable [] values =
        mayHaveRangeDeletes(families)
            ? new byte[keys.size()] @Nullable []
            : new SeveralValues(database, families, keys).read();
    // as in get, if a range delete comes in the meantime
    boolean read = !mayHaveRangeDeletes(families);
    List<Optional<Row>> rows = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      byte[] value = read ? values[i] : null;
      // null may also mean that reading this one has failed
      rows.add(
          value == null
              ? get(database, keys.get(i), nowMillis)
              : decode(families.get(i), keys.get(i), value, nowMillis, RangeDelete.NONE));
    }
    return rows;
  }

  private static boolean mayHaveRangeDeletes(List<TableFamily> families) {
    for (TableFamily family : families) {
      if (family.mayHaveRangeDeletes()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the row and the range delete that may cover it, as of one moment. */
  private static Optional<Row> getAtOnce(
      RocksDatabase database, TableFamily family, RowKey key, long nowMillis)
      throws RocksDBException {
    byte[] partition = KeyCodec.partition(key.partition());
    try (Snapshot snapshot = database.db().getSnapshot();
        ReadOptions options = new ReadOptions().setTotalOrderSeek(true).setSnapshot(snapshot)) {
      try (RangeDeleteReader deletes =
          new RangeDeleteReader(database, family, partition, options)) {
        byte[] row = KeyCodec.row(partition, key.clustering());
        byte[] value = database.db().get(family.handle(), options, row);
        long covered = deletes.coveringTimestampMicros(KeyCodec.clustering(key.clustering()));
        return decode(family, key, value, nowMillis, covered);
      } finally {
        database.db().releaseSnapshot(snapshot);
      }
    }
  }

  private static Optional<Row> decode(
      TableFamily family, RowKey key, byte @Nullable [] value, long nowMillis, long coveredMicros) {
    if (value == null) {
      return Optional.empty();
    }
    ByteReader reader = new ByteReader(value, 0, value.length);
    if (!family.isFenced()) {
      PlainVersion version = PlainVersion.read(reader);
      if (!version.isVisible(nowMillis) || version.timestampMicros() <= coveredMicros) {
        return Optional.empty();
      }
      return family.columns(version, reader).map(columns -> row(family, key, columns));
    }
    return Optional.of(row(family, key, reader));
  }

  private static Row row(TableFamily family, RowKey key, ByteReader columns) {
    return Row.ofValues(key, RowCodec.getColumns(columns, family.table().columns()));
  }

  static Optional<StaticRow> getStatic(RocksDatabase database, PartitionKey key)
      throws RocksDBException {
    TableFamily family = database.family(key.table());
    byte[] value = database.db().get(family.handle(), KeyCodec.head(KeyCodec.partition(key)));
    if (value == null) {
      return Optional.empty();
    }
    FencedHead head = FencedHead.decode(key.table(), value);
    return Optional.of(StaticRow.ofValues(key, head.fence(), head.statics()));
  }
}
