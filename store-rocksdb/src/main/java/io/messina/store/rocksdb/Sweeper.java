package io.messina.store.rocksdb;

import io.messina.store.FenceOutcome;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes garbage from disk: expired rows, rows under range deletes, and deletes that no late write
 * can need any more. An append-only partition whose rows have all expired is removed at once,
 * unread.
 *
 * <p>A clock that was set far ahead must not remove live rows: the sweeper takes it to be at most
 * an hour behind the newest write. So a store without writes keeps expired rows.
 */
final class Sweeper implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

  /** The maximum distance of the time from the newest write. */
  private static final Duration AHEAD_MAX = Duration.ofHours(1);

  /** Rows of logs stay so long after opening, as what ends a lane is only looked for then. */
  private static final Duration LOGS_LEFT_ALONE = Duration.ofHours(1);

  private static final int ENTRIES_MAX = 1024;
  private static final int PURGE_MAX = 512;
  private static final String SORTED_BYTES = "rocksdb.total-sst-files-size";
  private static final long RECLAIMED_BYTES_MAX = 64L * 1024 * 1024;

  private final DatabaseSlot slot;
  private final Committer committer;
  private final RowLogs logs;
  private final RocksStoreOptions options;
  private final InstantSource clock;
  private final Instant opened;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);

  Sweeper(
      DatabaseSlot slot,
      Committer committer,
      RowLogs logs,
      RocksStoreOptions options,
      InstantSource clock) {
    this.slot = slot;
    this.committer = committer;
    this.logs = logs;
    this.options = options;
    this.clock = clock;
    this.opened = clock.instant();
    this.thread = Thread.ofPlatform().name("messina-store-sweeper").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    closing.countDown();
    Threads.join(thread);
  }

  /** Works off every partition that is due. */
  synchronized void sweep() {
    Set<String> dropped = new TreeSet<>();
    byte[] last = ByteRange.FIRST;
    List<byte[]> first = dueAfter(last);
    if (!first.isEmpty()) {
      // so that no opening gives the database again what is removed now
      indexLogs();
    }
    for (List<byte[]> due = first; !due.isEmpty(); due = dueAfter(last)) {
      for (byte[] entry : due) {
        if (isClosing()) {
          return;
        }
        sweepOrLog(entry, dropped);
      }
      last = due.getLast();
    }
    dropped.forEach(this::reclaim);
    if (!areLogsLeftAlone()) {
      freeFiles();
    }
  }

  private void indexLogs() {
    use(
        database -> {
          logs.index(database);
          return database;
        });
  }

  /** Gives the disk space of logs back that holds only removed rows. */
  private void freeFiles() {
    long nowMillis = now().toEpochMilli();
    use(
        database -> {
          logs.free(database, nowMillis, this::isClosing);
          return database;
        });
  }

  private void run() {
    try {
      while (!closing.await(options.sweepInterval().toMillis(), TimeUnit.MILLISECONDS)) {
        sweepOrLog();
      }
    } catch (InterruptedException e) {
      LOG.error(
          "the sweeper was interrupted: rows stay on disk until the store is opened again", e);
    }
  }

  private void sweepOrLog() {
    try {
      sweep();
    } catch (StoreUnavailableException e) {
      LOG.warn("rows could not be removed from disk, and will be later: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("rows could not be removed from disk", e);
    }
  }

  /** A partition that cannot be read does not keep the others from being swept. */
  private void sweepOrLog(byte[] entry, Set<String> dropped) {
    try {
      sweep(entry, dropped);
    } catch (StoreUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      if (isClosing()) {
        throw e;
      }
      LOG.error("rows of one partition could not be removed from disk", e);
    }
  }

  /**
   * The entry is removed last, and only when all is done, so that a sweep that was broken off is
   * repeated.
   */
  private void sweep(byte[] entry, Set<String> dropped) {
    Optional<TableFamily> family =
        use(database -> database.familyNamed(SweepIndex.tableName(entry)));
    if (family.isEmpty() || (family.get().isLog() && areLogsLeftAlone())) {
      return;
    }
    byte[] partition = SweepIndex.partition(entry);
    Table table = family.get().table();
    if (isDropped(table, partition)) {
      dropped.add(RocksDatabase.familyName(table));
    } else if (!arePurged(table, partition)) {
      return;
    }
    if (family.get().isLog()) {
      family.get().rowLog().noteRemoval();
    }
    commit(use(garbage(table, partition)::readRangeDeletes));
    commit(List.of(new Request.Garbage(RocksDatabase.SWEEPS, entry, ByteRange.FIRST)));
  }

  private boolean areLogsLeftAlone() {
    return clock.instant().isBefore(opened.plus(LOGS_LEFT_ALONE));
  }

  private boolean isDropped(Table table, byte[] partition) {
    return table.isAppendOnly()
        && committer.commit(
                new Request.Drop(table, partition, SweepIndex.hourOf(now().toEpochMilli())))
            instanceof FenceOutcome.Applied;
  }

  /** Whether all garbage among the rows of a partition is gone, and not broken off by closing. */
  private boolean arePurged(Table table, byte[] partition) {
    GarbageReader reader = garbage(table, partition);
    ByteRange rest = ByteRange.ALL;
    while (!rest.isEmpty()) {
      if (isClosing()) {
        return false;
      }
      ByteRange from = rest;
      GarbageReader.Found found = use(database -> reader.read(database, from));
      commit(found.garbage());
      rest = found.rest();
    }
    return true;
  }

  private GarbageReader garbage(Table table, byte[] partition) {
    return new GarbageReader(table, logs.isLog(table), partition, options.deleteMemory(), now());
  }

  private void commit(List<Request.Garbage> garbage) {
    for (int i = 0; i < garbage.size(); i += PURGE_MAX) {
      List<Request.Garbage> part = garbage.subList(i, Math.min(i + PURGE_MAX, garbage.size()));
      committer.commit(new Request.Purge(part));
    }
  }

  /**
   * Removes blob files whose values no row refers to any more. That means rewriting the sorted
   * files, so it is left to RocksDB where these are large themselves.
   */
  private void reclaim(String family) {
    use(
        database -> {
          ColumnFamilyHandle handle = database.shared(family);
          if (database.db().getLongProperty(handle, SORTED_BYTES) <= RECLAIMED_BYTES_MAX) {
            database.db().compactRange(handle);
          }
          return handle;
        });
  }

  private List<byte[]> dueAfter(byte[] last) {
    byte[] end = SweepIndex.endOfHour(SweepIndex.dueHour(now().toEpochMilli()));
    byte[] start = last.length == 0 ? last : Arrays.copyOf(last, last.length + 1);
    return use(
        database -> {
          List<byte[]> due = new ArrayList<>();
          try (Slice upper = new Slice(end);
              ReadOptions reading =
                  new ReadOptions().setTotalOrderSeek(true).setIterateUpperBound(upper);
              RocksIterator iterator =
                  database.db().newIterator(database.shared(RocksDatabase.SWEEPS), reading)) {
            for (iterator.seek(start);
                iterator.isValid() && due.size() < ENTRIES_MAX;
                iterator.next()) {
              due.add(iterator.key());
            }
            iterator.status();
          }
          return due;
        });
  }

  private Instant now() {
    Instant now = clock.instant();
    Instant bound =
        Instant.EPOCH.plus(committer.timestampFloorMicros(), ChronoUnit.MICROS).plus(AHEAD_MAX);
    return now.isBefore(bound) ? now : bound;
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  private <T> T use(DatabaseSlot.Use<T> use) {
    try {
      return slot.use(use);
    } catch (RocksDBException e) {
      throw RocksFailures.reading(e);
    }
  }
}
