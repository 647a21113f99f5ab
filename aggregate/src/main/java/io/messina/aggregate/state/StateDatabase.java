package io.messina.aggregate.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Checkpoint;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The RocksDB of a shard. It has no write-ahead log: a process that ends begins with what was
 * flushed last, which is the state of one position of the stream, and reads the rest again. All is
 * in one column family, as the order in which several are flushed would tear them apart.
 *
 * <p>Writes by one thread, reads by any.
 */
final class StateDatabase implements AutoCloseable {

  private static final long BLOCK_CACHE_BYTES = 64L << 20;
  private static final long MEMTABLE_BYTES = 32L << 20;
  private static final int BLOOM_BITS = 10;

  static {
    RocksDB.loadLibrary();
  }

  private final Path folder;
  private final ReadWriteLock open = new ReentrantReadWriteLock();
  private final List<AutoCloseable> natives = new ArrayList<>();
  private final RocksDB database;
  private final WriteOptions unlogged;
  private boolean closed;

  /**
   * Opens it.
   *
   * @param folder of its own; made if it is not there
   * @throws StateException if it cannot be opened
   */
  StateDatabase(Path folder) {
    this.folder = folder;
    BloomFilter filter = kept(new BloomFilter(BLOOM_BITS));
    LRUCache cache = kept(new LRUCache(BLOCK_CACHE_BYTES));
    Options options =
        kept(new Options())
            .setCreateIfMissing(true)
            .setAvoidFlushDuringShutdown(true)
            .setWriteBufferSize(MEMTABLE_BYTES)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setTableFormatConfig(
                new BlockBasedTableConfig()
                    .setFilterPolicy(filter)
                    .setBlockCache(cache)
                    .setIndexType(IndexType.kTwoLevelIndexSearch)
                    .setPartitionFilters(true)
                    .setCacheIndexAndFilterBlocks(true)
                    .setPinTopLevelIndexAndFilter(true));
    this.unlogged = kept(new WriteOptions()).setDisableWAL(true);
    try {
      Files.createDirectories(folder);
      this.database = RocksDB.open(options, folder.toString());
    } catch (RocksDBException | IOException e) {
      release();
      throw new StateException(folder + ": the state cannot be opened", e);
    }
  }

  private <T extends AutoCloseable> T kept(T object) {
    natives.add(object);
    return object;
  }

  byte @Nullable [] get(byte[] key) {
    try {
      return database.get(key);
    } catch (RocksDBException e) {
      throw unreadable(e);
    }
  }

  RocksIterator iterator(ReadOptions options) {
    return database.newIterator(options);
  }

  void write(WriteBatch batch) {
    try {
      database.write(unlogged, batch);
    } catch (RocksDBException e) {
      throw new StateException(folder + ": the state cannot be written", e);
    }
  }

  /** What was written so far is there after a crash. */
  void flush() {
    whileOpen(
        () -> {
          try (FlushOptions options = new FlushOptions()) {
            database.flush(options);
            return folder;
          } catch (RocksDBException e) {
            throw new StateException(folder + ": the state cannot be flushed", e);
          }
        });
  }

  /** Makes a folder of hard links to what is written; it is flushed first. */
  ShardProgress checkpoint(Path target) {
    return whileOpen(
        () -> {
          try (Checkpoint checkpoint = Checkpoint.create(database)) {
            checkpoint.createCheckpoint(target.toString());
          } catch (RocksDBException e) {
            throw new StateException(folder + ": no checkpoint in " + target, e);
          }
          return progressOf(target);
        });
  }

  /** Writes may go on while a checkpoint is made, so it is asked itself how far it reaches. */
  private static ShardProgress progressOf(Path checkpoint) {
    try (Options options = new Options();
        RocksDB made = RocksDB.openReadOnly(options, checkpoint.toString())) {
      byte[] progress = made.get(StateKeys.PROGRESS);
      return progress == null ? ShardProgress.NONE : ShardProgress.decode(progress);
    } catch (RocksDBException e) {
      throw new StateException(checkpoint + ": the checkpoint cannot be opened", e);
    }
  }

  /** Reads as of one moment. */
  <R> R read(Function<StateView, R> reader) {
    return whileOpen(
        () -> {
          Snapshot moment = database.getSnapshot();
          try (ReadOptions options = new ReadOptions().setSnapshot(moment)) {
            return reader.apply(new StateView(this, options));
          } finally {
            database.releaseSnapshot(moment);
          }
        });
  }

  private <R> R whileOpen(Supplier<R> work) {
    open.readLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException(folder + ": the state is closed");
      }
      return work.get();
    } finally {
      open.readLock().unlock();
    }
  }

  byte @Nullable [] get(ReadOptions options, byte[] key) {
    try {
      return database.get(options, key);
    } catch (RocksDBException e) {
      throw unreadable(e);
    }
  }

  StateException unreadable(Throwable cause) {
    return new StateException(folder + ": the state cannot be read", cause);
  }

  /** Waits for reads. What was not flushed is forgotten. */
  @Override
  public void close() {
    open.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        database.close();
        release();
      }
    } finally {
      open.writeLock().unlock();
    }
  }

  private void release() {
    for (AutoCloseable each : natives.reversed()) {
      try {
        each.close();
      } catch (Exception e) {
        throw new StateException(folder + ": the state cannot be closed", e);
      }
    }
  }
}
