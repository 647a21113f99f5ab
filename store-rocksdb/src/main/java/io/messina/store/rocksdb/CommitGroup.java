package io.messina.store.rocksdb;

import io.messina.store.Bytes;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.StoreUnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Requests that are committed together, with one write and one sync: of the database, and of each
 * {@link RowLog} that gets rows, side by side. They take effect in the order in which they were
 * added: a fenced batch meets the fences that those before it have set.
 */
final class CommitGroup implements AutoCloseable {

  private static final byte[] NOTHING = {};

  private final RocksDatabase database;
  private final CommitMemory memory;
  private final int nowHour;
  private final WriteBatch batch = new WriteBatch();

  /** Rows for logs, and what the database has to know of them. */
  private final Map<TableFamily, List<Request.Plain>> logged = new LinkedHashMap<>();

  private final WriteBatch index = new WriteBatch();
  private final LogMarks marks;
  private final Map<Bytes, FencedHead> heads = new HashMap<>();
  private final Set<Bytes> rangeDeleted = new HashSet<>();
  private final List<byte[]> cachedKeys = new ArrayList<>();
  private long lastTimestampMicros;
  private boolean sealed;

  CommitGroup(RocksDatabase database, CommitMemory memory, int nowHour) throws RocksDBException {
    this.database = database;
    this.memory = memory;
    this.nowHour = nowHour;
    this.lastTimestampMicros = memory.lastTimestampMicros();
    this.marks = database.logs().nextMarks();
    batch.put(database.defaults(), LogMarks.KEY, marks.encode());
  }

  /**
   * Returns whether a request must wait for the next group, because it reads rows from disk that
   * this group is about to change.
   */
  boolean mustWait(Request request) {
    return switch (request) {
      case Request.Purge purge -> changesDatabase() || !logged.isEmpty();
      case Request.Drop drop -> changesDatabase() || !logged.isEmpty();
      case Request.Plain plain ->
          sealed || (!plain.deletedRanges().isEmpty() && rangeDeleted.contains(id(plain)));
      case Request.Fenced fenced -> sealed;
    };
  }

  FenceOutcome add(Request request) throws RocksDBException {
    return switch (request) {
      case Request.Plain plain -> addPlain(plain);
      case Request.Fenced fenced -> addFenced(fenced);
      case Request.Purge purge -> addPurge(purge);
      case Request.Drop drop -> addDrop(drop);
    };
  }

  /** Makes everything durable and then visible, or throws and leaves it unknown which part is. */
  void write(DataFolder folder, boolean synced) throws RocksDBException {
    try {
      boolean changesDatabase = changesDatabase();
      RowLogs logs = database.logs();
      logs.write(logged, index);
      List<Future<?>> syncs =
          logged.isEmpty() ? List.of() : logs.startSync(logged.keySet(), changesDatabase);
      if (changesDatabase) {
        writeDatabase();
        // without a sync the disk may know less after a power failure, and rightly so
        folder.acknowledge(synced ? marks.count() : 0);
      }
      for (Future<?> sync : syncs) {
        sync.get();
      }
      if (!logged.isEmpty()) {
        logged.keySet().forEach(family -> family.rowLog().commit());
        database.writeUnlogged(index);
        logged.keySet().forEach(family -> family.rowLog().give(synced));
      }
    } catch (RocksDBException | RuntimeException | Error e) {
      abandon();
      throw e;
    } catch (IOException | ExecutionException | InterruptedException e) {
      abandon();
      throw new StoreUnavailableException(String.valueOf(e.getMessage()), e);
    }
    // not after a failure: the result shows when the database is opened again
    cachedKeys.forEach(database.rows()::unblock);
    memory.remember(heads, lastTimestampMicros);
  }

  private boolean changesDatabase() {
    return batch.count() > 1; // the marks
  }

  private void writeDatabase() throws RocksDBException {
    if (lastTimestampMicros > memory.lastTimestampMicros()) {
      byte[] value = new ByteWriter(Long.BYTES).putLong(lastTimestampMicros).toArray();
      batch.put(database.defaults(), RocksDatabase.lastTimestampKey(), value);
    }
    database.db().write(database.writeOptions(), batch);
    database.logs().marked(marks);
  }

  private void abandon() {
    logged.keySet().forEach(family -> family.rowLog().abandon());
  }

  @Override
  public void close() {
    batch.close();
    index.close();
  }

  private FenceOutcome addPlain(Request.Plain plain) throws RocksDBException {
    TableFamily family = database.family(plain.table());
    List<RangeDelete> replaced =
        plain.deletedRanges().isEmpty() ? List.of() : standing(family, plain);
    if (family.isLog() && !plain.versions().isEmpty()) {
      logged.computeIfAbsent(family, _ -> new ArrayList<>()).add(plain);
      noteSweeps(plain, index);
      lastTimestampMicros = Math.max(lastTimestampMicros, plain.timestampMicros());
      return new FenceOutcome.Applied();
    }
    for (Request.Version version : plain.versions()) {
      if (family.table().isAppendOnly()) {
        batch.put(family.handle(), version.key(), version.value());
      } else {
        batch.merge(family.handle(), version.key(), version.value());
      }
      if (family.isCached()) {
        database.rows().block(plain.table().name(), version.key());
        cachedKeys.add(version.key());
      }
    }
    if (!plain.deletedRanges().isEmpty()) {
      addRangeDeletes(family, plain, replaced);
    }
    noteSweeps(plain, batch);
    lastTimestampMicros = Math.max(lastTimestampMicros, plain.timestampMicros());
    return new FenceOutcome.Applied();
  }

  private void noteSweeps(Request.Plain plain, WriteBatch batch) throws RocksDBException {
    byte[] shared = TableFamily.shared(plain.table(), plain.partition());
    for (int hour : plain.expiryHours()) {
      memory.sweeps().noteExpiry(database, batch, shared, hour);
      if (hour != SweepIndex.NEVER) {
        memory.sweeps().noteDue(database, batch, shared, Math.max(hour, nowHour + 1));
      }
    }
    for (int hour : plain.sweepHours()) {
      memory.sweeps().noteDue(database, batch, shared, Math.max(hour, nowHour + 1));
    }
  }

  private void addRangeDeletes(TableFamily family, Request.Plain plain, List<RangeDelete> replaced)
      throws RocksDBException {
    if (!family.mayHaveRangeDeletes()) {
      family.expectRangeDeletes();
      batch.put(database.defaults(), RocksDatabase.rangesKey(family.table()), NOTHING);
    }
    rangeDeleted.add(id(plain));
    byte[] prefix = family.shared(plain.partition());
    List<RangeDelete> joined = replaced;
    for (ByteRange range : plain.deletedRanges()) {
      joined = new RangeDelete(range, plain.timestampMicros()).joinedWith(joined);
    }
    for (RangeDelete delete : replaced) {
      batch.delete(
          database.shared(RocksDatabase.DELETES), ByteRange.concat(prefix, delete.range().start()));
    }
    for (RangeDelete delete : joined) {
      batch.put(
          database.shared(RocksDatabase.DELETES),
          ByteRange.concat(prefix, delete.range().start()),
          delete.encodeValue());
    }
  }

  private List<RangeDelete> standing(TableFamily family, Request.Plain plain) {
    ByteRange hull = plain.deletedRanges().stream().reduce(ByteRange::hull).orElseThrow();
    try (ReadOptions options = new ReadOptions().setTotalOrderSeek(true);
        RangeDeleteReader reader =
            new RangeDeleteReader(database, family, plain.partition(), options)) {
      return reader.overlapping(hull);
    } catch (RocksDBException e) {
      throw RocksFailures.reading(e);
    }
  }

  private FenceOutcome addFenced(Request.Fenced fenced) throws RocksDBException {
    FencedBatch wanted = fenced.batch();
    TableFamily family = database.family(wanted.partition().table());
    Bytes id = Bytes.wrap(family.shared(fenced.partition()));
    FencedHead standing = standing(family, id, fenced.partition());
    if (!wanted.expected().equals(Optional.ofNullable(standing).map(FencedHead::fence))) {
      return new FenceOutcome.Rejected(Optional.ofNullable(standing).map(FencedHead::fence));
    }
    FencedHead next = FencedHead.after(standing, wanted);
    heads.put(id, next);
    batch.put(family.handle(), KeyCodec.head(fenced.partition()), next.encode(family.table()));
    for (ByteRange range : fenced.deletedRanges()) {
      batch.deleteRange(family.handle(), range.start(), range.end().orElseThrow());
    }
    for (byte[] key : fenced.deletedKeys()) {
      batch.delete(family.handle(), key);
    }
    for (Request.Version put : fenced.puts()) {
      batch.put(family.handle(), put.key(), put.value());
    }
    return new FenceOutcome.Applied();
  }

  private @Nullable FencedHead standing(TableFamily family, Bytes id, byte[] partition) {
    FencedHead head = heads.get(id);
    if (head == null) {
      head = memory.head(id);
    }
    if (head == null) {
      byte[] stored = read(family.handle(), KeyCodec.head(partition));
      head = stored == null ? null : FencedHead.decode(family.table(), stored);
    }
    return head;
  }

  private FenceOutcome addPurge(Request.Purge purge) throws RocksDBException {
    sealed = true;
    for (Request.Garbage garbage : purge.garbage()) {
      byte[] stored = read(database.shared(garbage.family()), garbage.key());
      if (stored != null && ByteRange.startsWith(stored, garbage.valueStart())) {
        batch.delete(database.shared(garbage.family()), garbage.key());
        memory.sweeps().forget(garbage.key());
      }
    }
    return new FenceOutcome.Applied();
  }

  private FenceOutcome addDrop(Request.Drop drop) throws RocksDBException {
    sealed = true;
    TableFamily family = database.family(drop.table());
    if (!SweepIndex.isOver(database, family, drop.partition(), drop.hour())) {
      return new FenceOutcome.Rejected(Optional.empty());
    }
    ByteRange rows = ByteRange.ALL.under(KeyCodec.rows(drop.partition()));
    batch.deleteRange(family.handle(), rows.start(), rows.end().orElseThrow());
    batch.delete(
        database.shared(RocksDatabase.SWEEPS), SweepIndex.latestKey(family, drop.partition()));
    memory.sweeps().forgetAll();
    return new FenceOutcome.Applied();
  }

  /** An error of one request's reading is its own, and not the group's. */
  private byte @Nullable [] read(ColumnFamilyHandle family, byte[] key) {
    try {
      return database.db().get(family, key);
    } catch (RocksDBException e) {
      throw RocksFailures.reading(e);
    }
  }

  private static Bytes id(Request.Plain plain) {
    return Bytes.wrap(TableFamily.shared(plain.table(), plain.partition()));
  }
}
