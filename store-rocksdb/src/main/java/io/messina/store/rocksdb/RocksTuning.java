package io.messina.store.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.AbstractImmutableNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteOptions;

/** The settings of RocksDB: all its native options, which live as long as the database does. */
final class RocksTuning implements AutoCloseable {

  static final String PLAIN_PREFIX = "plain-";
  static final String APPEND_PREFIX = "append-";
  static final String FENCED_PREFIX = "fenced-";

  private static final int BLOOM_BITS_PER_KEY = 10;
  private static final int BLOCK_BYTES = 16 * 1024;
  private static final long BLOB_BYTES_MIN = 1024;
  private static final long FAMILY_BUFFER_BYTES_MAX = 64L * 1024 * 1024;
  private static final int FAMILY_BUFFERS_MAX = 4;
  private static final int MERGES_BEFORE_READING = 8;
  private static final long LOG_BYTES_MAX = 8L * 1024 * 1024;
  private static final int LOG_FILES_MAX = 4;
  private static final int OPEN_FILES_MAX = 1024;
  private static final String CHECKS_LOGS = "track_and_verify_wals_in_manifest";
  private static final String NEWEST_WINS = "max";

  /** Of the cache, for indexes and filters, which every read needs. */
  private static final double HIGH_PRIORITY_RATIO = 0.5;

  /** An index or filter of half a megabyte would fill a smaller shard, and push others out. */
  private static final long CACHE_SHARD_BYTES_MIN = 16L * 1024 * 1024;

  private static final int CACHE_SHARD_BITS_MAX = 6;

  private final RocksStoreOptions options;
  private final Deque<AbstractImmutableNativeReference> natives = new ArrayDeque<>();
  private final Cache cache;
  private final WriteOptions writeOptions;
  private final WriteOptions syncedWriteOptions;
  private final WriteOptions unloggedWriteOptions;

  RocksTuning(RocksStoreOptions options) {
    this.options = options;
    long bytes = options.blockCacheBytes();
    this.cache = keep(new LRUCache(bytes, shardBits(bytes), false, HIGH_PRIORITY_RATIO));
    this.writeOptions = keep(new WriteOptions().setSync(options.durability() == Durability.SYNC));
    this.syncedWriteOptions = keep(new WriteOptions().setSync(true));
    this.unloggedWriteOptions = keep(new WriteOptions().setDisableWAL(true));
  }

  /** Of a database opened with these settings. */
  RowCache rowCache() {
    return new RowCache(options.blockCacheBytes());
  }

  WriteOptions writeOptions() {
    return writeOptions;
  }

  WriteOptions syncedWriteOptions() {
    return syncedWriteOptions;
  }

  /** For what a {@link RowLog} can tell again. */
  WriteOptions unloggedWriteOptions() {
    return unloggedWriteOptions;
  }

  /**
   * The options of the database.
   *
   * @param checksLogs against RocksDB's manifest, which then names those that were closed, with
   *     their lengths
   * @param events are told what the database does
   */
  DBOptions databaseOptions(boolean create, boolean checksLogs, AbstractEventListener events) {
    return keep(
        optionsOf(Map.of(CHECKS_LOGS, Boolean.toString(checksLogs)))
            .setListeners(List.of(keep(events)))
            .setCreateIfMissing(create)
            .setCreateMissingColumnFamilies(true)
            .setParanoidChecks(true)
            // LogCheck has looked at the log before
            .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
            .setMaxBackgroundJobs(options.backgroundJobs())
            .setDbWriteBufferSize(options.writeBufferBytes())
            .setMaxTotalWalSize(2 * options.writeBufferBytes())
            .setMaxOpenFiles(OPEN_FILES_MAX)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setMaxLogFileSize(LOG_BYTES_MAX)
            .setKeepLogFileNum(LOG_FILES_MAX));
  }

  /** Options for which RocksDB's classes have no methods. */
  private static DBOptions optionsOf(Map<String, String> named) {
    Properties properties = new Properties();
    properties.putAll(named);
    return Objects.requireNonNull(DBOptions.getDBOptionsFromProps(properties));
  }

  ColumnFamilyOptions familyOptions(String name) {
    ColumnFamilyOptions family =
        keep(
            new ColumnFamilyOptions()
                .setWriteBufferSize(
                    Math.min(options.writeBufferBytes() / 2, FAMILY_BUFFER_BYTES_MAX))
                .setMaxWriteBufferNumber(FAMILY_BUFFERS_MAX)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setTableFormatConfig(tableFormat())
                .useFixedLengthPrefixExtractor(KeyCodec.PARTITION_HASH_BYTES)
                .setMemtablePrefixBloomSizeRatio(0.05));
    if (name.startsWith(PLAIN_PREFIX)) {
      family.setMergeOperatorName(NEWEST_WINS).setMaxSuccessiveMerges(MERGES_BEFORE_READING);
    }
    if (name.startsWith(APPEND_PREFIX)) {
      family.setEnableBlobFiles(true).setMinBlobSize(BLOB_BYTES_MIN);
    }
    if (name.equals(RocksDatabase.SWEEPS)) {
      family.setMergeOperatorName(NEWEST_WINS);
    }
    return family;
  }

  /** Of the number of shards of a cache, each of which has a lock. */
  static int shardBits(long cacheBytes) {
    long shards = Math.max(1, cacheBytes / CACHE_SHARD_BYTES_MIN);
    return Math.min(Long.SIZE - 1 - Long.numberOfLeadingZeros(shards), CACHE_SHARD_BITS_MAX);
  }

  @Override
  public void close() {
    while (!natives.isEmpty()) {
      natives.pop().close();
    }
  }

  private BlockBasedTableConfig tableFormat() {
    return new BlockBasedTableConfig()
        .setBlockCache(cache)
        .setBlockSize(BLOCK_BYTES)
        .setFilterPolicy(keep(new BloomFilter(BLOOM_BITS_PER_KEY)))
        .setCacheIndexAndFilterBlocks(true)
        .setPinL0FilterAndIndexBlocksInCache(true);
  }

  private <T extends AbstractImmutableNativeReference> T keep(T object) {
    natives.push(object);
    return object;
  }
}
