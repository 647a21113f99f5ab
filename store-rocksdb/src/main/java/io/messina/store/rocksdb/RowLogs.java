package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@link RowLog}s of a store, each in a folder with the name of its table. They stay open where
 * the database is opened again.
 */
final class RowLogs implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RowLogs.class);
  private static final int BUFFER_BYTES = 1024 * 1024;
  private static final int REPLAYED_AT_ONCE = 1024;

  /**
   * Which tables have a log.
   *
   * @param isLog chooses append-only tables
   * @param fileBytes the length of a file
   */
  record Settings(Predicate<Table> isLog, int fileBytes) {

    /** The events of streams: of them each row is large, written once and mostly read in order. */
    static final Settings DEFAULT =
        new Settings(
            table -> table.isAppendOnly() && table.name().startsWith("log_"), 64 * 1024 * 1024);
  }

  private final Path folder;
  private final Settings settings;
  private final Durability durability;
  private final Map<String, RowLog> logs = new ConcurrentHashMap<>();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().name("messina-store-log-", 0).daemon().factory());

  /** False while the database lacks places of rows and cannot be given them. */
  private volatile boolean complete;

  private final AtomicBoolean indexing = new AtomicBoolean();

  // confined to the committer, but for opening
  private @Nullable ByteBuffer buffer;
  private LogMarks marks = LogMarks.NONE;

  private RowLogs(Path folder, Settings settings, Durability durability) {
    this.folder = folder;
    this.settings = settings;
    this.durability = durability;
  }

  /** Reads the logs of a folder, each of which is checked, and changes nothing; none need exist. */
  static RowLogs open(Path folder, Settings settings, Durability durability) {
    RowLogs opened = new RowLogs(folder, settings, durability);
    try {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> found = Files.list(folder)) {
          for (Path each : found.filter(Files::isDirectory).toList()) {
            opened.read(each);
          }
        }
      }
      return opened;
    } catch (IOException e) {
      opened.close();
      throw new StoreUnavailableException(folder + " cannot be read: " + IoReason.of(e), e);
    } catch (RuntimeException | Error e) {
      opened.close();
      throw e;
    }
  }

  /** Makes the logs ready to be written, once all of the store is known to be whole. */
  void prepare() {
    for (RowLog log : logs.values()) {
      try {
        log.prepare();
      } catch (IOException e) {
        throw new StoreUnavailableException(
            log.table() + ": its log could not be prepared: " + IoReason.of(e), e);
      }
    }
  }

  boolean isLog(Table table) {
    return logs.containsKey(table.name()) || settings.isLog.test(table);
  }

  /** The log of a table that has one. It is made with the table. */
  @Nullable RowLog of(Table table) throws IOException {
    RowLog log = logs.get(table.name());
    if (log != null || !settings.isLog.test(table)) {
      return log;
    }
    boolean interrupted = Thread.interrupted();
    try {
      return make(folder.resolve(table.name()));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private RowLog make(Path tableFolder) throws IOException {
    FolderSync.createDirectories(tableFolder);
    RowLog log = new RowLog(tableFolder, settings.fileBytes);
    try {
      log.prepare();
    } catch (IOException | RuntimeException | Error e) {
      log.close();
      throw e;
    }
    logs.put(log.table(), log);
    return log;
  }

  private void read(Path tableFolder) throws IOException {
    RowLog log = new RowLog(tableFolder, settings.fileBytes);
    logs.put(log.table(), log);
  }

  /** By table, the sequence of the next row. */
  Map<String, Long> ends() {
    Map<String, Long> ends = new TreeMap<>();
    logs.forEach((table, log) -> ends.put(table, log.nextSequence()));
    return ends;
  }

  /** The highest timestamp of any row of a log. */
  long lastTimestampMicros() {
    return logs.values().stream().mapToLong(RowLog::lastTimestampMicros).max().orElse(0);
  }

  /** A database that was opened for reading only may not know all rows. */
  void setIncomplete() {
    complete = false;
  }

  /** Refuses a database that does not know each log. */
  void checkKnown(RocksDatabase database) {
    logs.keySet().forEach(database::loggedRows);
  }

  /** Gives a database that was opened all places that its sorted files may lack. */
  void replay(RocksDatabase database, int nowHour) {
    complete = false;
    marks = database.logMarks();
    for (RowLog log : logs.values()) {
      try (WriteBatch index = new WriteBatch()) {
        log.cutAfter(marks.count());
        SweepIndex sweeps = new SweepIndex();
        ColumnFamilyHandle family = database.loggedRows(log.table());
        log.replay(
            (place, row) -> {
              PlainVersion version = PlainVersion.read(row.value());
              index.put(family, row.key(), version.encodePlaced(place));
              sweeps.noteRow(database, index, log.table(), row.partition(), version, nowHour);
              if (index.count() >= REPLAYED_AT_ONCE) {
                database.writeUnlogged(index);
                index.clear();
              }
            });
        if (index.count() > 0) {
          database.writeUnlogged(index);
        }
      } catch (RocksDBException e) {
        throw new StoreUnavailableException(
            log.table() + ": the index of its log could not be made: " + e.getMessage(), e);
      } catch (IOException e) {
        throw new StoreUnavailableException(
            log.table() + ": its log could not be cut: " + IoReason.of(e), e);
      }
    }
    complete = true;
  }

  boolean isComplete() {
    return complete;
  }

  /**
   * The marks of the next group of the database. With syncs no group need tell how far the logs
   * were.
   */
  LogMarks nextMarks() {
    return new LogMarks(marks.count() + 1, durability == Durability.OS ? ends() : Map.of());
  }

  void marked(LogMarks written) {
    marks = written;
  }

  /** Writes the rows of a group, and notes their places. */
  void write(Map<TableFamily, List<Request.Plain>> rows, WriteBatch index)
      throws IOException, RocksDBException {
    if (buffer == null) {
      buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    }
    for (Map.Entry<TableFamily, List<Request.Plain>> each : rows.entrySet()) {
      TableFamily family = each.getKey();
      family.rowLog().write(each.getValue(), marks.count(), buffer, index, family.handle());
    }
  }

  /** Syncs written rows: one file by the caller, unless it is busy, the others beside it. */
  List<Future<?>> startSync(Collection<TableFamily> families, boolean callerIsBusy)
      throws IOException {
    List<Future<?>> syncs = new ArrayList<>();
    if (durability == Durability.OS) {
      return syncs;
    }
    RowLog own = null;
    for (TableFamily family : families) {
      RowLog log = family.rowLog();
      if (own == null && !callerIsBusy) {
        own = log;
      } else {
        syncs.add(
            threads.submit(
                () -> {
                  log.force();
                  return log;
                }));
      }
    }
    if (own != null) {
      own.force();
    }
    return syncs;
  }

  /** Begins to index, beside the callers, where opening the database would take long. */
  void indexIfDue(DatabaseSlot slot) {
    if (logs.values().stream().anyMatch(RowLog::isIndexDue)
        && indexing.compareAndSet(false, true)) {
      threads.execute(
          () -> {
            try {
              slot.use(
                  database -> {
                    index(database);
                    return database;
                  });
            } catch (RocksDBException | RuntimeException e) {
              LOG.warn("{}: the index was not written, and will be later", folder, e);
            } finally {
              indexing.set(false);
            }
          });
    }
  }

  /** Indexes before the store is closed, so that the next opening has little to read. */
  void indexAndEnd(DatabaseSlot slot) {
    threads.close();
    try {
      slot.use(
          database -> {
            index(database);
            return database;
          });
    } catch (RocksDBException | StoreException e) {
      LOG.info("{}: the next opening has to read the logs: {}", folder, e.getMessage());
    }
  }

  /** Puts the places of all rows into the sorted files of the database. */
  void index(RocksDatabase database) {
    for (RowLog log : logs.values()) {
      try {
        log.index(() -> flush(database, log));
      } catch (IOException | RocksDBException e) {
        throw new StoreUnavailableException(
            log.table() + ": the index of its log could not be written: " + e.getMessage(), e);
      }
    }
  }

  private void flush(RocksDatabase database, RowLog log) throws IOException, RocksDBException {
    if (durability == Durability.OS) {
      // so that what the index has is in the log, and what came before it in the database
      log.forceUnindexed();
      database.db().flushWal(true);
    }
    database.sort(List.of(database.loggedRows(log.table()), database.shared(RocksDatabase.SWEEPS)));
  }

  /** Gives back the disk space of files all of whose rows were removed, or expired long ago. */
  void free(RocksDatabase database, long nowMillis, BooleanSupplier closing)
      throws RocksDBException {
    for (RowLog log : logs.values()) {
      ColumnFamilyHandle family = database.loggedRows(log.table());
      boolean removed = log.takeRemoval();
      List<RowFile> unused = new ArrayList<>();
      for (RowFile file : log.indexedFiles()) {
        if (closing.getAsBoolean()) {
          return;
        }
        boolean over = file.expiresAtMillis() < nowMillis - RowLog.KEPT_EXPIRED_MILLIS;
        if (over || (removed && !hasRow(database, family, file))) {
          unused.add(file);
        }
      }
      try {
        if (!unused.isEmpty()) {
          log.free(unused);
        }
        log.trimSpares();
      } catch (IOException e) {
        throw new StoreUnavailableException(
            log.table() + ": a file of its log could not be given back: " + IoReason.of(e), e);
      }
    }
  }

  /**
   * Whether the database points to a row of a file. Rows that it does not point to any more stay
   * so, and are not looked at again.
   */
  private static boolean hasRow(RocksDatabase database, ColumnFamilyHandle family, RowFile file)
      throws RocksDBException {
    int offset = file.liveFrom();
    while (offset < file.end()) {
      RowFrame row = file.frame(offset);
      if (row == null) {
        return true; // damaged: who reads it is told
      }
      RowPlace place = new RowPlace(file.number(), offset, row.bytes().length);
      if (PlainVersion.isPlaced(database.db().get(family, row.key()), place)) {
        file.liveFrom(offset);
        return true;
      }
      offset += row.bytes().length;
    }
    return false;
  }

  /**
   * Makes durable all rows that the operating system may still hold back, before the database does
   * so with what was written after them.
   */
  void beforeFlush() {
    if (durability == Durability.SYNC) {
      return;
    }
    for (RowLog log : logs.values()) {
      try {
        log.forceUnindexed();
      } catch (IOException e) {
        LOG.error("{}: the log of {} could not be synced", folder, log.table(), e);
      }
    }
  }

  @Override
  public void close() {
    threads.close();
    for (RowLog log : logs.values()) {
      try {
        log.close();
      } catch (IOException e) {
        LOG.warn("{}: closing {} failed, which loses nothing", folder, log.table(), e);
      }
    }
  }
}
