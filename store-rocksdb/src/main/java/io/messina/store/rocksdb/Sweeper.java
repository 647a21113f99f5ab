package io.messina.store.rocksdb;

import io.messina.store.FenceOutcome;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes from disk what readers no longer see: expired rows, rows under range deletes, and deletes
 * that nothing can come late to any more. An append-only partition whose rows have all expired goes
 * at once, unread.
 */
final class Sweeper implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
  private static final int ENTRIES_MAX = 1024;

  private final DatabaseSlot slot;
  private final Committer committer;
  private final RocksStoreOptions options;
  private final InstantSource clock;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);

  Sweeper(DatabaseSlot slot, Committer committer, RocksStoreOptions options, InstantSource clock) {
    this.slot = slot;
    this.committer = committer;
    this.options = options;
    this.clock = clock;
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
    byte[] behind = ByteRange.FIRST;
    List<byte[]> due = dueAfter(behind);
    while (!due.isEmpty() && !isClosing()) {
      for (byte[] entry : due) {
        sweep(entry);
      }
      due = dueAfter(due.getLast());
    }
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

  private void sweep(byte[] entry) {
    Optional<TableFamily> family =
        use(database -> database.familyNamed(SweepIndex.tableName(entry)));
    if (family.isEmpty()) {
      return;
    }
    byte[] partition = SweepIndex.partition(entry);
    Table table = family.get().table();
    if (!isDropped(table, partition)) {
      purgeRows(table, partition);
      purgeRangeDeletes(table, partition);
    }
    committer.commit(
        new Request.Purge(
            List.of(new Request.Garbage(RocksDatabase.SWEEPS, entry, ByteRange.FIRST))));
  }

  private boolean isDropped(Table table, byte[] partition) {
    if (!table.isAppendOnly()
        || committer.commit(new Request.Drop(table, partition)) instanceof FenceOutcome.Rejected) {
      return false;
    }
    use(database -> reclaim(database, database.family(table), partition));
    return true;
  }

  /**
   * Lets the files go whose values no row refers to any more, which otherwise wait for the next
   * merge.
   */
  private static ByteRange reclaim(RocksDatabase database, TableFamily family, byte[] partition)
      throws RocksDBException {
    ByteRange rows = ByteRange.ALL.under(KeyCodec.rows(partition));
    database.db().compactRange(family.handle(), rows.start(), rows.end().orElseThrow());
    return rows;
  }

  private void purgeRows(Table table, byte[] partition) {
    GarbageReader reader =
        new GarbageReader(table, partition, options.deleteMemory(), clock.instant());
    ByteRange rest = ByteRange.ALL;
    while (!rest.isEmpty() && !isClosing()) {
      ByteRange from = rest;
      GarbageReader.Found found = use(database -> reader.read(database, from));
      commit(found.garbage());
      rest = found.rest();
    }
  }

  private void purgeRangeDeletes(Table table, byte[] partition) {
    GarbageReader reader =
        new GarbageReader(table, partition, options.deleteMemory(), clock.instant());
    commit(use(reader::readRangeDeletes));
  }

  private void commit(List<Request.Garbage> garbage) {
    if (!garbage.isEmpty()) {
      committer.commit(new Request.Purge(garbage));
    }
  }

  private List<byte[]> dueAfter(byte[] last) {
    byte[] end = SweepIndex.endOfHour(SweepIndex.hourOf(clock.millis()));
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
