package io.messina.aggregate.state;

import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Whether the memtables of a database have a Bloom filter, which spares an exact count most looks
 * into them, as most members are new. A memtable takes the memory of its filter when it begins,
 * however little is written to it; a process may have thousands of databases, so only those have
 * one to which much is written.
 *
 * <p>For one thread at a time.
 */
final class MemtableFilter {

  private static final double SIZE_RATIO = 0.1;
  private static final long BUSY_BYTES = 1L << 20;

  private final RocksDB database;
  private final ColumnFamilyHandle family;
  private boolean wanted;
  private long written;

  MemtableFilter(RocksDB database, ColumnFamilyHandle family) {
    this.database = database;
    this.family = family;
  }

  /** So much was written to the memtable. The next one has a filter if it is much. */
  void written(long bytes) throws RocksDBException {
    written += bytes;
    if (written >= BUSY_BYTES) {
      want(true);
    }
  }

  /** The next memtable begins. */
  void flushing() throws RocksDBException {
    want(written >= BUSY_BYTES);
    written = 0;
  }

  private void want(boolean filter) throws RocksDBException {
    if (filter != wanted) {
      database.setOptions(
          family,
          MutableColumnFamilyOptions.builder()
              .setMemtablePrefixBloomSizeRatio(filter ? SIZE_RATIO : 0)
              .build());
      wanted = filter;
    }
  }
}
