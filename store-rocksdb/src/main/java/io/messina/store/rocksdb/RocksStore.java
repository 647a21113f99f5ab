package io.messina.store.rocksdb;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreLimits;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.TableKind;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in one folder of this machine, for one process at a time. Writes of many threads are
 * committed together, with one sync of the write-ahead log. A disk that is full fails writes and
 * leaves reads alone; once there is room again, writes succeed again.
 */
public final class RocksStore implements Store {

  private static final Logger LOG = LoggerFactory.getLogger(RocksStore.class);

  /** Most of the saving of several rows in one request, at a small delay. */
  private static final int ROWS_AT_ONCE = 128;

  private final InstantSource clock;
  private final StoreLimits limits;
  private final RequestEncoder encoder;
  private final DataFolder folder;
  private final RowLogs logs;
  private final DatabaseSlot slot;
  private final Committer committer;
  private final Sweeper sweeper;
  private final AtomicReference<Instant> newest;
  private final ReentrantLock creating = new ReentrantLock();

  private RocksStore(
      DataFolder folder,
      RowLogs logs,
      DatabaseSlot slot,
      RocksStoreOptions options,
      InstantSource clock)
      throws RocksDBException {
    this.clock = clock;
    this.limits = RocksLimits.of(options.deleteMemory());
    this.encoder = new RequestEncoder(options.deleteMemory(), logs::isLog, clock);
    this.folder = folder;
    this.logs = logs;
    this.slot = slot;
    long floorMicros = slot.use(RocksDatabase::lastTimestampMicros);
    this.newest = new AtomicReference<>(Instant.EPOCH.plus(floorMicros, ChronoUnit.MICROS));
    this.committer = new Committer(slot, folder, logs, options, clock, floorMicros);
    this.sweeper = new Sweeper(slot, committer, logs, options, clock);
  }

  /**
   * Opens a store, or makes one.
   *
   * @param path its folder: one that a store wrote, an empty one, or one that does not exist yet
   * @param options memory, disk and time
   * @param clock the wall clock, for expiry
   * @return the store, to be closed
   * @throws StoreException with code {@link StoreException.Code#IN_USE} where another process has
   *     it open, {@link StoreException.Code#FORMAT_UNKNOWN} where the folder is not of this
   *     version's format, {@link StoreException.Code#DAMAGED} where its data cannot be read or
   *     acknowledged writes are missing; nothing is changed then
   * @throws StoreUnavailableException where the folder or its disk cannot be used now
   */
  public static RocksStore open(Path path, RocksStoreOptions options, InstantSource clock) {
    return open(path, options, RowLogs.Settings.DEFAULT, clock);
  }

  /** The same, with a choice of tables whose rows have a log. */
  static RocksStore open(
      Path path, RocksStoreOptions options, RowLogs.Settings logSettings, InstantSource clock) {
    DataFolder folder = DataFolder.open(path);
    try {
      RowLogs logs = RowLogs.open(folder.logs(), logSettings, options.durability());
      try {
        return open(folder, logs, options, clock);
      } catch (RuntimeException | Error e) {
        logs.close();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      folder.close();
      throw e;
    }
  }

  private static RocksStore open(
      DataFolder folder, RowLogs logs, RocksStoreOptions options, InstantSource clock) {
    DatabaseSlot slot = new DatabaseSlot(new FolderOpener(folder, options, logs, clock));
    try {
      RocksStore store = new RocksStore(folder, logs, slot, options, clock);
      store.committer.start();
      store.sweeper.start();
      return store;
    } catch (RocksDBException e) {
      slot.close();
      throw RocksFailures.reading(e);
    } catch (RuntimeException | Error e) {
      slot.close();
      throw e;
    }
  }

  @Override
  public void create(Table table) {
    creating.lock();
    try {
      slot.use(
          database -> {
            database.create(table);
            return table;
          });
    } catch (RocksDBException e) {
      throw RocksFailures.isDamage(e)
          ? RocksFailures.reading(e)
          : new StoreUnavailableException(
              table.name() + ": the table could not be created: " + e.getMessage(), e);
    } finally {
      creating.unlock();
    }
  }

  @Override
  public Optional<Row> get(RowKey key) {
    limits.check(key);
    return reading(database -> RowReader.get(database, key, clock.millis()));
  }

  @Override
  public List<Optional<Row>> getEach(List<RowKey> keys) {
    keys.forEach(limits::check);
    return reading(database -> RowReader.getEach(database, keys, clock.millis()));
  }

  @Override
  public int rowsAtOnce() {
    return ROWS_AT_ONCE;
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    if (key.table().kind() != TableKind.FENCED) {
      throw new IllegalArgumentException(
          "table: " + key.table().name() + " (expected: a FENCED table)");
    }
    limits.check(key);
    return reading(database -> RowReader.getStatic(database, key));
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    limits.check(scan);
    return new RowCursor(
        slot, new PageReader(scan, clock), KeyCodec.clusteringRange(scan.range()), scan);
  }

  @Override
  public Iterator<PartitionKey> partitions(PartitionWalk walk) {
    limits.check(walk);
    return new PartitionCursor(slot, walk, clock);
  }

  @Override
  public void write(PlainBatch batch) {
    limits.check(batch, latest(clock.instant()));
    var _ = committer.commit(encoder.encode(batch));
  }

  @Override
  public void writeEach(List<PlainBatch> batches) {
    Instant latest = latest(clock.instant());
    batches.forEach(batch -> limits.check(batch, latest));
    var _ = committer.commitEach(batches.stream().<Request>map(encoder::encode).toList());
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    limits.check(batch);
    return committer.commit(encoder.encode(batch));
  }

  @Override
  public StoreLimits limits() {
    return limits;
  }

  @Override
  public long timestampFloorMicros() {
    return committer.timestampFloorMicros();
  }

  @Override
  public void close() {
    creating.lock();
    try {
      sweeper.close();
      committer.close();
      logs.indexAndEnd(slot);
      noteSorted();
      slot.close();
      logs.close();
      folder.close();
    } finally {
      creating.unlock();
    }
  }

  /** So that the next opening need not look for the marks in the sorted files. */
  private void noteSorted() {
    try {
      slot.use(
          database -> {
            if (database.sortsWhenClosed()) {
              folder.noteSorted(database.sortAll());
            }
            return database;
          });
    } catch (RocksDBException | StoreException e) {
      LOG.info("{}: the next opening has to read the database twice: {}", folder, e.getMessage());
    }
  }

  /** Removes all garbage now, as the sweeper does from time to time. */
  void sweep() {
    sweeper.sweep();
  }

  /**
   * Returns the number of entries of a column family on disk and in write buffers, including
   * entries that readers do not see.
   */
  long storedEntries(String family) {
    return reading(database -> database.entries(family));
  }

  /** Returns the latest time that the clock has shown, as it may be set back. */
  private Instant latest(Instant now) {
    Instant known = newest.get();
    return now.isAfter(known) ? newest.accumulateAndGet(now, RocksStore::later) : known;
  }

  private static Instant later(Instant left, Instant right) {
    return left.isAfter(right) ? left : right;
  }

  private <T> T reading(DatabaseSlot.Use<T> use) {
    try {
      return slot.use(use);
    } catch (RocksDBException e) {
      throw RocksFailures.reading(e);
    }
  }
}
