package io.messina.store.rocksdb;

import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StaticRow;
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
    byte[] partition = KeyCodec.partition(key.partition());
    if (!family.mayHaveRangeDeletes()) {
      byte[] value = database.db().get(family.handle(), KeyCodec.row(partition, key.clustering()));
      // a range delete that came meanwhile has raised the flag before it could be seen
      if (!family.mayHaveRangeDeletes()) {
        return decode(family, key, value, nowMillis, RangeDelete.NONE);
      }
    }
    return getAtOnce(database, family, partition, key, nowMillis);
  }

  /** The row and the range delete that may cover it, as they stood at one moment. */
  private static Optional<Row> getAtOnce(
      RocksDatabase database, TableFamily family, byte[] partition, RowKey key, long nowMillis)
      throws RocksDBException {
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
}
