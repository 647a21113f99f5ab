package io.messina.store.rocksdb;

import io.messina.store.ClusteringKey;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** Reads pages of one scan: rows that readers may see, as of one moment. */
final class PageReader {

  private static final int PAGE_BYTES_MAX = 1024 * 1024;
  private static final int LOOKED_AT_MAX = 16 * 1024;

  private final PartitionKey partition;
  private final byte[] partitionBytes;
  private final byte[] prefix;
  private final boolean reversed;
  private final boolean expiredToo;
  private final InstantSource clock;

  PageReader(Scan scan, InstantSource clock) {
    this.partition = scan.partition();
    this.partitionBytes = KeyCodec.partition(scan.partition());
    this.prefix = KeyCodec.rows(partitionBytes);
    this.reversed = scan.reversed();
    this.expiredToo = scan.expiredToo();
    this.clock = clock;
  }

  /**
   * A page and the rest of the range.
   *
   * @param rows in the order of the scan, perhaps none
   * @param rest the range behind the page, empty at the end
   */
  record Page(List<Row> rows, ByteRange rest) {}

  /** Reads rows of a range of clustering bytes. */
  Page read(RocksDatabase database, ByteRange range, int rowsMax) throws RocksDBException {
    TableFamily family = database.family(partition.table());
    if (!family.mayHaveRangeDeletes()) {
      Page page = readAtOnce(database, family, range, rowsMax, Optional.empty());
      // a range delete that came in the meantime has raised the flag before it could be seen
      if (!family.mayHaveRangeDeletes()) {
        return page;
      }
    }
    try (Snapshot snapshot = database.db().getSnapshot()) {
      try {
        return readAtOnce(database, family, range, rowsMax, Optional.of(snapshot));
      } finally {
        database.db().releaseSnapshot(snapshot);
      }
    }
  }

  private Page readAtOnce(
      RocksDatabase database,
      TableFamily family,
      ByteRange range,
      int rowsMax,
      Optional<Snapshot> snapshot)
      throws RocksDBException {
    ByteRange keys = range.under(prefix);
    try (Slice lower = new Slice(keys.start());
        Slice upper = new Slice(keys.end().orElseThrow());
        ReadOptions options =
            new ReadOptions().setIterateLowerBound(lower).setIterateUpperBound(upper);
        ReadOptions deletesOptions = new ReadOptions().setTotalOrderSeek(true)) {
      options.setTotalOrderSeek(reversed).setPrefixSameAsStart(!reversed);
      snapshot.ifPresent(options::setSnapshot);
      snapshot.ifPresent(deletesOptions::setSnapshot);
      try (RocksIterator iterator = database.db().newIterator(family.handle(), options)) {
        if (snapshot.isEmpty()) {
          return collect(iterator, range, rowsMax, family, clustering -> RangeDelete.NONE);
        }
        try (RangeDeleteReader deletes =
            new RangeDeleteReader(database, family, partitionBytes, deletesOptions)) {
          return collect(iterator, range, rowsMax, family, deletes::coveringTimestampMicros);
        }
      }
    }
  }

  private interface Cover {
    long timestampMicros(byte[] clustering) throws RocksDBException;
  }

  private Page collect(
      RocksIterator iterator, ByteRange range, int rowsMax, TableFamily family, Cover cover)
      throws RocksDBException {
    List<Row> rows = new ArrayList<>();
    long nowMillis = expiredToo ? Long.MIN_VALUE : clock.millis();
    int bytes = 0;
    int lookedAt = 0;
    if (reversed) {
      iterator.seekForPrev(range.under(prefix).end().orElseThrow());
    } else {
      iterator.seek(range.under(prefix).start());
    }
    while (iterator.isValid()) {
      byte[] key = iterator.key();
      byte[] value = iterator.value();
      Optional<ByteReader> columns = columns(family, key, value, nowMillis, cover);
      bytes += key.length + columns.map(ByteReader::remaining).orElse(value.length);
      columns.map(each -> row(family, key, each)).ifPresent(rows::add);
      lookedAt++;
      if (rows.size() == rowsMax || bytes >= PAGE_BYTES_MAX || lookedAt == LOOKED_AT_MAX) {
        return new Page(rows, behind(range, Arrays.copyOfRange(key, prefix.length, key.length)));
      }
      advance(iterator);
    }
    iterator.status();
    return new Page(rows, ByteRange.NONE);
  }

  /** The columns of a row, if readers see it. */
  private Optional<ByteReader> columns(
      TableFamily family, byte[] key, byte[] value, long nowMillis, Cover cover)
      throws RocksDBException {
    ByteReader reader = new ByteReader(value, 0, value.length);
    if (family.isFenced()) {
      return Optional.of(reader);
    }
    PlainVersion version = PlainVersion.read(reader);
    boolean hidden =
        !version.isVisible(nowMillis)
            || version.timestampMicros()
                <= cover.timestampMicros(Arrays.copyOfRange(key, prefix.length, key.length));
    return hidden ? Optional.empty() : family.columns(version, reader);
  }

  private Row row(TableFamily family, byte[] key, ByteReader columns) {
    ClusteringKey clustering = KeyCodec.clustering(family.table(), key, prefix.length, key.length);
    return Row.ofValues(
        new RowKey(partition, clustering), RowCodec.getColumns(columns, family.table().columns()));
  }

  private void advance(RocksIterator iterator) {
    if (reversed) {
      iterator.prev();
    } else {
      iterator.next();
    }
  }

  private ByteRange behind(ByteRange range, byte[] last) {
    return reversed
        ? range.upTo(Optional.of(last))
        : range.from(Arrays.copyOf(last, last.length + 1));
  }
}
