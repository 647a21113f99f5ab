package io.messina.aggregate.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.SstFileReader;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The RocksDB of a shard. It has no write-ahead log: a process that ends begins with the last
 * flushed state, which is the state of one position of the stream, and reads the rest again.
 *
 * <p>The progress is in a separate column family, and both are flushed as one. Were it beside the
 * windows, each flushed file would reach from it to the newest window, and each compaction would
 * rewrite all windows between, which the next snapshot would upload.
 *
 * <p>Writes by one thread, all else by any.
 */
final class StateDatabase implements AutoCloseable {

  private static final long MEMTABLE_BYTES = 32L << 20;

  /** Small, as a process may have thousands of databases with little in their memtables. */
  private static final long ARENA_BYTES = 64L << 10;

  /** Small, so that a compaction of one window rewrites little of those beside it. */
  private static final long FILE_BYTES = 4L << 20;

  private static final byte[] PROGRESS_FAMILY = "progress".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] PROGRESS = {0};

  /**
   * For the files of one database: some are read at once, and many databases are opened at once.
   */
  private static final int OPENING_THREADS = 4;

  private static final int LOG_FILES = 2;
  private static final int BLOOM_BITS = 10;

  private final Path folder;

  /** Held while the database must not be closed. */
  private final ReadWriteLock open = new ReentrantReadWriteLock();

  /** Held while something is written: the links hold the last write, and no more. */
  private final Lock writing = new ReentrantLock();

  private final List<AutoCloseable> natives = new ArrayList<>();
  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final RocksDB database;
  private final MemtableFilter filter;
  private final WriteOptions unlogged;
  private boolean closed;
  private volatile @Nullable StateException failure;

  /**
   * Opens it.
   *
   * @param folder of this state alone; made if it does not exist
   * @param memory shared with others
   * @throws StateException if it cannot be opened
   */
  StateDatabase(Path folder, StateMemory memory) {
    this.folder = folder;
    DBOptions options =
        kept(new DBOptions())
            .setCreateIfMissing(true)
            .setCreateMissingColumnFamilies(true)
            .setAtomicFlush(true)
            .setAvoidFlushDuringShutdown(true)
            .setWriteBufferManager(memory.buffers())
            .setMaxFileOpeningThreads(OPENING_THREADS)
            .setKeepLogFileNum(LOG_FILES);
    this.unlogged = kept(new WriteOptions()).setDisableWAL(true);
    try {
      Files.createDirectories(folder);
      this.database =
          RocksDB.open(
              options,
              folder.toString(),
              List.of(
                  new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, windowsOptions(memory)),
                  new ColumnFamilyDescriptor(PROGRESS_FAMILY, familyOptions(memory))),
              families);
      this.filter = new MemtableFilter(database, families.getFirst());
    } catch (RocksDBException | IOException e) {
      release();
      throw new StateException(folder + ": the state cannot be opened", e);
    }
  }

  private ColumnFamilyOptions windowsOptions(StateMemory memory) {
    return familyOptions(memory)
        .setWriteBufferSize(MEMTABLE_BYTES)
        .setMemtableWholeKeyFiltering(true)
        .setTargetFileSizeBase(FILE_BYTES)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setTableFormatConfig(
            new BlockBasedTableConfig()
                .setFilterPolicy(kept(new BloomFilter(BLOOM_BITS)))
                .setBlockCache(memory.cache())
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setCacheIndexAndFilterBlocks(true)
                .setPinTopLevelIndexAndFilter(true));
  }

  private ColumnFamilyOptions familyOptions(StateMemory memory) {
    return kept(new ColumnFamilyOptions())
        .setArenaBlockSize(ARENA_BYTES)
        .setDisableAutoCompactions(!memory.compacts());
  }

  private <T extends AutoCloseable> T kept(T object) {
    natives.add(object);
    return object;
  }

  /** The value of a key, as of now. */
  byte @Nullable [] get(byte[] key) {
    open.readLock().lock();
    try {
      checkOpen();
      return database.get(key);
    } catch (RocksDBException e) {
      throw unreadable(e);
    } finally {
      open.readLock().unlock();
    }
  }

  /** Only inside of {@link #whileOpen}. */
  byte @Nullable [] progress(ReadOptions options) {
    try {
      return database.get(progressFamily(), options, PROGRESS);
    } catch (RocksDBException e) {
      throw unreadable(e);
    }
  }

  private ColumnFamilyHandle progressFamily() {
    return families.getLast();
  }

  /** Only inside of {@link #whileOpen}, to the end of its use. */
  RocksIterator iterator(ReadOptions options) {
    return database.newIterator(options);
  }

  /** Writes a batch together with the progress. */
  void write(WriteBatch batch, byte[] progress) {
    whileOpen(
        () -> {
          writing.lock();
          try {
            batch.put(progressFamily(), PROGRESS, progress);
            database.write(unlogged, batch);
            filter.written(batch.getDataSize());
          } catch (RocksDBException e) {
            throw failed(": the state cannot be written", e);
          } finally {
            writing.unlock();
          }
          return true;
        });
  }

  /** Makes all writes so far survive a crash. */
  void flush() {
    whileOpen(
        () -> {
          try (FlushOptions options = new FlushOptions()) {
            beginMemtable();
            database.flush(options, families);
          } catch (RocksDBException e) {
            throw failed(": the state cannot be flushed", e);
          }
          return true;
        });
  }

  private void beginMemtable() throws RocksDBException {
    writing.lock();
    try {
      filter.flushing();
    } finally {
      writing.unlock();
    }
  }

  /** Makes a folder of hard links to the written files. Returns the progress in it. */
  byte @Nullable [] checkpoint(Path target) {
    List<byte @Nullable []> found = new ArrayList<>();
    whileOpen(
        () -> {
          writing.lock();
          try (Checkpoint checkpoint = Checkpoint.create(database);
              FlushOptions options = new FlushOptions()) {
            found.add(database.get(progressFamily(), PROGRESS));
            filter.flushing();
            database.flush(options, families);
            checkpoint.createCheckpoint(target.toString());
          } catch (RocksDBException e) {
            throw failed(": no checkpoint in " + target, e);
          } finally {
            writing.unlock();
          }
          return true;
        });
    return found.getFirst();
  }

  /**
   * Reads all blocks of a table of a checkpoint; a fault of the checkpoint is a fault of this
   * database.
   */
  void verify(Path table) {
    try {
      checkTable(table);
    } catch (RocksDBException e) {
      throw unreadable(e);
    }
  }

  /** Reads all blocks of a table. */
  static void checkTable(Path table) throws RocksDBException {
    try (Options options = new Options();
        SstFileReader reader = new SstFileReader(options)) {
      reader.open(table.toString());
      reader.verifyChecksum();
    }
  }

  /** Opens a database without changing it. */
  static void checkOpens(Path folder) throws RocksDBException {
    List<ColumnFamilyHandle> families = new ArrayList<>();
    try (DBOptions options = new DBOptions();
        ColumnFamilyOptions each = new ColumnFamilyOptions()) {
      List<ColumnFamilyDescriptor> known =
          List.of(
              new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, each),
              new ColumnFamilyDescriptor(PROGRESS_FAMILY, each));
      RocksDB opened = RocksDB.openReadOnly(options, folder.toString(), known, families);
      families.forEach(ColumnFamilyHandle::close);
      opened.close();
    }
  }

  /**
   * Nothing is closed during the action: an access to native memory after the close crashes the
   * process.
   *
   * @throws IllegalStateException if it was closed before
   */
  <R> R whileOpen(Supplier<R> action) {
    open.readLock().lock();
    try {
      checkOpen();
      return action.get();
    } finally {
      open.readLock().unlock();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException(folder + ": the state is closed");
    }
  }

  boolean isClosed() {
    open.readLock().lock();
    try {
      return closed;
    } finally {
      open.readLock().unlock();
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

  /** Reads as of one moment; empty if this is closed. */
  <R> Optional<R> readIfOpen(Function<StateView, R> reader) {
    open.readLock().lock();
    try {
      return closed ? Optional.empty() : Optional.of(read(reader));
    } finally {
      open.readLock().unlock();
    }
  }

  /** Only inside of {@link #whileOpen}. */
  byte @Nullable [] get(ReadOptions options, byte[] key) {
    try {
      return database.get(options, key);
    } catch (RocksDBException e) {
      throw unreadable(e);
    }
  }

  StateException unreadable(Throwable cause) {
    return failed(": the state cannot be read", cause);
  }

  private StateException failed(String what, Throwable cause) {
    StateException found = new StateException(folder + what, cause);
    failure = found;
    return found;
  }

  /** What failed last; then it must be opened again. */
  @Nullable StateException failure() {
    return failure;
  }

  /** Waits for reads. Changes that were not flushed are forgotten. */
  @Override
  public void close() {
    open.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        families.forEach(ColumnFamilyHandle::close);
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
