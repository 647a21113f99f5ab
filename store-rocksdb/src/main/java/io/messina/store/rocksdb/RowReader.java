package io.messina.store.rocksdb;

import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StaticRow;
import java.util.Optional;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;

/** Reads single rows. */
final class RowReader {

  private RowReader() {}

  static Optional<Row> get(RocksDatabase database, RowKey key, long nowMillis)
      throws RocksDBException {
    TableFamily family = database.family(key.table());
    byte[] partition = KeyCodec.partition(key.partition());
    byte[] value = database.db().get(family.handle(), KeyCodec.row(partition, key.clustering()));
    if (value == null) {
      return Optional.empty();
    }
    ByteReader reader = new ByteReader(value, 0, value.length);
    if (!family.isFenced()) {
      PlainVersion version = PlainVersion.read(reader);
      if (!version.isVisible(nowMillis) || isCovered(database, family, partition, key, version)) {
        return Optional.empty();
      }
    }
    return Optional.of(Row.ofValues(key, RowCodec.getColumns(reader, family.table().columns())));
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

  /**
   * Asked after the row was read: a range delete that came in between hides it, as if the row had
   * been read later.
   */
  private static boolean isCovered(
      RocksDatabase database,
      TableFamily family,
      byte[] partition,
      RowKey key,
      PlainVersion version)
      throws RocksDBException {
    if (!family.mayHaveRangeDeletes()) {
      return false;
    }
    try (ReadOptions options = new ReadOptions().setTotalOrderSeek(true);
        RangeDeleteReader deletes = new RangeDeleteReader(database, family, partition, options)) {
      return version.timestampMicros()
          <= deletes.coveringTimestampMicros(KeyCodec.clustering(key.clustering()));
    }
  }
}
