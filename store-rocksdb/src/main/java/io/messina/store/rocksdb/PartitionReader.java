package io.messina.store.rocksdb;

import io.messina.store.PartitionKey;
import io.messina.store.Table;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;

/**
 * Reads pages of a walk over the partitions of a PLAIN table, in the order of their hashes. It
 * looks at the first rows of each and leaps over the others.
 */
final class PartitionReader {

  private static final int PAGE_PARTITIONS_MAX = 256;
  private static final int PAGE_ROWS_MAX = 4 * 1024;

  /** A partition that begins with more hidden rows comes without a look at the others. */
  private static final int HIDDEN_ROWS_MAX = 64;

  private final Table table;
  private final InstantSource clock;

  PartitionReader(Table table, InstantSource clock) {
    this.table = table;
    this.clock = clock;
  }

  /**
   * A page and the place of the next one.
   *
   * @param partitions in the order of their hashes, perhaps none
   * @param rest where the next page begins, empty at the end
   */
  record Page(List<PartitionKey> partitions, Optional<byte[]> rest) {}

  /** Reads the partitions from a key on. */
  Page read(RocksDatabase database, byte[] from) throws RocksDBException {
    TableFamily family = database.family(table);
    if (!family.mayHaveRangeDeletes()) {
      Page page = readAtOnce(database, family, from, Optional.empty());
      // a range delete that came in the meantime has raised the flag before it could be seen
      if (!family.mayHaveRangeDeletes()) {
        return page;
      }
    }
    try (Snapshot snapshot = database.db().getSnapshot()) {
      try {
        return readAtOnce(database, family, from, Optional.of(snapshot));
      } finally {
        database.db().releaseSnapshot(snapshot);
      }
    }
  }

  private Page readAtOnce(
      RocksDatabase database, TableFamily family, byte[] from, Optional<Snapshot> snapshot)
      throws RocksDBException {
    try (ReadOptions options = new ReadOptions().setTotalOrderSeek(true).setFillCache(false)) {
      snapshot.ifPresent(options::setSnapshot);
      try (RocksIterator rows = database.db().newIterator(family.handle(), options)) {
        if (snapshot.isEmpty()) {
          return collect(rows, from, _ -> _ -> RangeDelete.NONE);
        }
        try (RocksIterator deletes =
            database.db().newIterator(database.shared(RocksDatabase.DELETES), options)) {
          return collect(rows, from, partition -> covers(deletes, family.shared(partition)));
        }
      }
    }
  }

  /** Up to which timestamp a row of a partition is hidden. */
  private interface Cover {
    long timestampMicros(byte[] clustering) throws RocksDBException;
  }

  private static Cover covers(RocksIterator deletes, byte[] prefix) {
    return new RangeDeleteReader(deletes, prefix)::coveringTimestampMicros;
  }

  private Page collect(RocksIterator rows, byte[] from, Function<byte[], Cover> covers)
      throws RocksDBException {
    List<PartitionKey> partitions = new ArrayList<>();
    long nowMillis = clock.millis();
    int lookedAt = 0;
    rows.seek(from);
    while (rows.isValid()) {
      PartitionKey key = KeyCodec.partitionOf(table, rows.key());
      byte[] partition = KeyCodec.partition(key);
      byte[] prefix = KeyCodec.rows(partition);
      int hidden = passHidden(rows, prefix, covers.apply(partition), nowMillis);
      // Now, as the next seek clears the error.
      rows.status();
      if (isAt(rows, prefix)) {
        partitions.add(key);
      }
      lookedAt += 1 + hidden;
      byte[] behind = KeyCodec.behind(partition);
      if (partitions.size() == PAGE_PARTITIONS_MAX || lookedAt >= PAGE_ROWS_MAX) {
        return new Page(partitions, Optional.of(behind));
      }
      rows.seek(behind);
    }
    rows.status();
    return new Page(partitions, Optional.empty());
  }

  /** Moves to the first row of a partition that is visible or not looked at, or behind it. */
  private static int passHidden(RocksIterator rows, byte[] prefix, Cover cover, long nowMillis)
      throws RocksDBException {
    int hidden = 0;
    while (hidden < HIDDEN_ROWS_MAX && isHidden(rows, prefix, cover, nowMillis)) {
      hidden++;
      rows.next();
    }
    return hidden;
  }

  private static boolean isAt(RocksIterator rows, byte[] prefix) {
    return rows.isValid() && ByteRange.startsWith(rows.key(), prefix);
  }

  private static boolean isHidden(RocksIterator rows, byte[] prefix, Cover cover, long nowMillis)
      throws RocksDBException {
    if (!isAt(rows, prefix)) {
      return false;
    }
    byte[] key = rows.key();
    byte[] value = rows.value();
    PlainVersion version = PlainVersion.read(new ByteReader(value, 0, value.length));
    byte[] clustering = Arrays.copyOfRange(key, prefix.length, key.length);
    return !version.isVisible(nowMillis)
        || version.timestampMicros() <= cover.timestampMicros(clustering);
  }
}
