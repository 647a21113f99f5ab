package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.TableKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * One opening of the database: a column family for each table, and three that all tables share.
 * Readers use it from many threads; only the committer writes, but for the creation of tables.
 *
 * <pre>
 *   default      table/NAME → definition, ranges/NAME → "", last_timestamp → 8 bytes,
 *                log_marks → LogMarks
 *   deletes      range deletes of PLAIN tables
 *   sweeps       partitions that are to be looked through
 *   plain-NAME, append-NAME, fenced-NAME   rows
 * </pre>
 */
final class RocksDatabase implements AutoCloseable {

  static final String DELETES = "deletes";
  static final String SWEEPS = "sweeps";

  static final String DEFAULT = "default";
  private static final Set<String> NEEDED = Set.of(DEFAULT, DELETES, SWEEPS);
  private static final byte[] LAST_TIMESTAMP = ascii("last_timestamp");

  private final RocksTuning tuning;
  private final DataFolder folder;
  private final RocksDB db;
  private final RowCache rows;
  private final RowLogs logs;
  private final Map<String, ColumnFamilyHandle> handles = new ConcurrentHashMap<>();
  private final Map<String, TableFamily> tables = new ConcurrentHashMap<>();
  private volatile boolean sortsWhenClosed;

  private RocksDatabase(
      RocksTuning tuning,
      DataFolder folder,
      RocksDB db,
      List<ColumnFamilyHandle> opened,
      RowLogs logs)
      throws RocksDBException {
    this.tuning = tuning;
    this.folder = folder;
    this.logs = logs;
    this.db = db;
    this.rows = tuning.rowCache();
    for (ColumnFamilyHandle handle : opened) {
      handles.put(new String(handle.getName(), StandardCharsets.US_ASCII), handle);
    }
  }

  /** Opens or makes the database, with the tables that are known already. */
  static RocksDatabase open(
      DataFolder folder, RocksStoreOptions options, RowLogs logs, List<Table> known) {
    // a first start may have ended between making the database and making the shared families
    boolean checksLogs = options.durability() == Durability.SYNC;
    return open(folder, options, logs, known, NEEDED, checksLogs, RocksDB::open);
  }

  /** Opens the database for reading, which writes nothing. The log must not have broken records. */
  static RocksDatabase openReadOnly(
      DataFolder folder, RocksStoreOptions options, RowLogs logs, List<Table> known) {
    return open(folder, options, logs, known, RocksDB::openReadOnly);
  }

  /**
   * Opens it for reading. RocksDB crashes where it is not to check logs that its manifest names.
   */
  private static RocksDatabase open(
      DataFolder folder,
      RocksStoreOptions options,
      RowLogs logs,
      List<Table> known,
      Opener opener) {
    return open(folder, options, logs, known, Set.of(), true, opener);
  }

  private static RocksDatabase open(
      DataFolder folder,
      RocksStoreOptions options,
      RowLogs logs,
      List<Table> known,
      Set<String> needed,
      boolean checksLogs,
      Opener opener) {
    try {
      Set<String> names = new TreeSet<>(familyNames(folder.database()));
      names.addAll(needed);
      RocksDatabase database = open(folder, options, logs, names, checksLogs, opener);
      database.createAll(known);
      return database;
    } catch (RocksDBException e) {
      throw RocksFailures.opening(folder.database(), e);
    }
  }

  /**
   * Opens the database for reading, with logs in another folder.
   *
   * @param logFolder has those of the database's logs that can be read, at least all that were
   *     closed
   */
  static RocksDatabase openReadOnly(
      DataFolder folder, RocksStoreOptions options, RowLogs logs, Path logFolder) {
    Opener opener =
        (settings, path, families, handles) ->
            RocksDB.openReadOnly(settings.setWalDir(logFolder.toString()), path, families, handles);
    return open(folder, options, logs, List.of(), opener);
  }

  private interface Opener {
    RocksDB open(
        DBOptions options,
        String folder,
        List<ColumnFamilyDescriptor> families,
        List<ColumnFamilyHandle> handles)
        throws RocksDBException;
  }

  private static RocksDatabase open(
      DataFolder folder,
      RocksStoreOptions options,
      RowLogs logs,
      Set<String> names,
      boolean checksLogs,
      Opener opener)
      throws RocksDBException {
    Path path = folder.database();
    NativeLibrary.load(path.resolveSibling("native"));
    RocksTuning tuning = new RocksTuning(options);
    try {
      List<ColumnFamilyDescriptor> families = new ArrayList<>();
      for (String name : names) {
        families.add(new ColumnFamilyDescriptor(ascii(name), tuning.familyOptions(name)));
      }
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      RocksDB db =
          opener.open(
              tuning.databaseOptions(isNew(path), checksLogs, new DatabaseEvents(folder, logs)),
              path.toString(),
              families,
              handles);
      return new RocksDatabase(tuning, folder, db, handles, logs);
    } catch (RocksDBException | RuntimeException | Error e) {
      tuning.close();
      throw e;
    }
  }

  private void createAll(List<Table> known) throws RocksDBException {
    try {
      for (Table table : known) {
        create(table);
      }
    } catch (RocksDBException e) {
      close();
      throw e;
    }
  }

  RocksDB db() {
    return db;
  }

  /** Of tables that are {@link TableFamily#isCached cached}. */
  RowCache rows() {
    return rows;
  }

  RowLogs logs() {
    return logs;
  }

  ColumnFamilyHandle shared(String name) {
    ColumnFamilyHandle handle = handles.get(name);
    if (handle == null) {
      throw new IllegalStateException("no column family " + name);
    }
    return handle;
  }

  /** The keys and places of the rows of a log. */
  ColumnFamilyHandle loggedRows(String table) {
    ColumnFamilyHandle handle = handles.get(RocksTuning.APPEND_PREFIX + table);
    if (handle == null) {
      throw new StoreException(
          Code.DAMAGED, table + ": the database does not know this log: restore a backup");
    }
    return handle;
  }

  ColumnFamilyHandle defaults() {
    return shared(DEFAULT);
  }

  WriteOptions writeOptions() {
    return tuning.writeOptions();
  }

  /** Writes what a {@link RowLog} can tell again. */
  void writeUnlogged(WriteBatch batch) throws RocksDBException {
    sortsWhenClosed = true;
    db.write(tuning.unloggedWriteOptions(), batch);
  }

  /** Whether closing it empties its write-ahead log. */
  boolean sortsWhenClosed() {
    return sortsWhenClosed;
  }

  /** The place of a table's rows. */
  TableFamily family(Table table) {
    TableFamily family = tables.get(table.name());
    if (family == null) {
      throw new StoreException(
          Code.TABLE_MISSING, table.name() + ": no such table (expected: one that was created)");
    }
    if (!family.table().equals(table)) {
      throw differs(family.table().definition(), table);
    }
    if (family.isLog() && !logs.isComplete()) {
      throw new StoreUnavailableException(
          table.name() + ": cannot be read until the disk takes writes again");
    }
    return family;
  }

  /** The table of a name, if this process has asked for it. */
  Optional<TableFamily> familyNamed(String name) {
    return Optional.ofNullable(tables.get(name));
  }

  List<Table> tables() {
    return tables.values().stream().map(TableFamily::table).toList();
  }

  /** Makes a table exist; callers take turns. */
  void create(Table table) throws RocksDBException {
    byte[] stored = db.get(defaults(), definitionKey(table));
    if (stored != null && !table.definition().equals(new String(stored, StandardCharsets.UTF_8))) {
      throw differs(new String(stored, StandardCharsets.UTF_8), table);
    }
    if (tables.containsKey(table.name())) {
      return;
    }
    String name = familyName(table);
    ColumnFamilyHandle handle = handles.get(name);
    if (handle == null) {
      handle =
          db.createColumnFamily(
              new ColumnFamilyDescriptor(ascii(name), tuning.familyOptions(name)));
      handles.put(name, handle);
      folder.noteManifest(db);
    }
    if (stored == null) {
      db.put(
          defaults(),
          tuning.syncedWriteOptions(),
          definitionKey(table),
          table.definition().getBytes(StandardCharsets.UTF_8));
    }
    tables.put(
        table.name(),
        new TableFamily(table, handle, logOf(table), db.get(defaults(), rangesKey(table)) != null));
  }

  private @Nullable RowLog logOf(Table table) {
    try {
      return logs.of(table);
    } catch (IOException e) {
      throw new StoreUnavailableException(
          table.name() + ": its log could not be opened: " + IoReason.of(e), e);
    }
  }

  /** Those of the last group. */
  LogMarks logMarks() {
    try {
      byte[] stored = db.get(defaults(), LogMarks.KEY);
      return stored == null ? LogMarks.NONE : LogMarks.decode(stored);
    } catch (RocksDBException e) {
      throw RocksFailures.reading(e);
    }
  }

  /** Puts all groups into the sorted files, as closing it may do, and returns their count. */
  long sortAll() throws RocksDBException {
    sort(List.copyOf(handles.values()));
    return logMarks().count();
  }

  /** Puts all that families have into sorted files, durably. */
  void sort(List<ColumnFamilyHandle> families) throws RocksDBException {
    try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true).setAllowWriteStall(true)) {
      db.flush(waiting, families);
    }
    folder.noteManifest(db);
  }

  /**
   * Refuses a database that lacks sorted files: RocksDB looks only at some of them when it opens it
   * for reading.
   */
  void checkFiles() throws IOException {
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      Path path = folder.database().resolve(file.fileName().substring(1));
      if (!Files.exists(path) || Files.size(path) != file.size()) {
        throw new StoreException(
            Code.DAMAGED, path + " is missing, or its length is another: restore a backup");
      }
    }
  }

  long lastSequence() {
    return db.getLatestSequenceNumber();
  }

  long lastTimestampMicros() {
    try {
      byte[] stored = db.get(defaults(), LAST_TIMESTAMP);
      long own = stored == null ? 0 : new ByteReader(stored, 0, stored.length).getLong();
      return Math.max(own, logs.lastTimestampMicros());
    } catch (RocksDBException e) {
      throw RocksFailures.reading(e);
    }
  }

  static byte[] lastTimestampKey() {
    return LAST_TIMESTAMP;
  }

  static byte[] rangesKey(Table table) {
    return ascii("ranges/" + table.name());
  }

  long entries(String family) throws RocksDBException {
    try (ReadOptions options = new ReadOptions().setTotalOrderSeek(true);
        RocksIterator iterator = db.newIterator(shared(family), options)) {
      long count = 0;
      for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
        count++;
      }
      iterator.status();
      return count;
    }
  }

  @Override
  public void close() {
    handles.values().forEach(ColumnFamilyHandle::close);
    db.close();
    tuning.close();
  }

  /** Without the file that names the newest manifest, data mean that something was lost. */
  static boolean isNew(Path folder) {
    if (!Files.isDirectory(folder)) {
      return true;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).noneMatch(RocksDatabase::isDataOrPointer);
    } catch (IOException e) {
      throw new StoreUnavailableException(folder + " cannot be read: " + IoReason.of(e), e);
    }
  }

  private static boolean isDataOrPointer(String file) {
    return Stream.of("/CURRENT", ".log", ".sst", ".blob").anyMatch(file::endsWith);
  }

  private static List<String> familyNames(Path folder) throws RocksDBException {
    if (isNew(folder)) {
      return List.of();
    }
    try (Options options = new Options()) {
      List<String> names =
          RocksDB.listColumnFamilies(options, folder.toString()).stream()
              .map(name -> new String(name, StandardCharsets.US_ASCII))
              .toList();
      if (!names.contains(DEFAULT)) {
        throw new StoreException(
            Code.DAMAGED, ManifestMark.file(folder) + " is damaged: restore a backup");
      }
      return names;
    }
  }

  static String familyName(Table table) {
    if (table.kind() == TableKind.FENCED) {
      return RocksTuning.FENCED_PREFIX + table.name();
    }
    return (table.isAppendOnly() ? RocksTuning.APPEND_PREFIX : RocksTuning.PLAIN_PREFIX)
        + table.name();
  }

  private static byte[] definitionKey(Table table) {
    return ascii("table/" + table.name());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static StoreException differs(String existing, Table table) {
    return new StoreException(
        Code.TABLE_DIFFERS,
        "table: " + table.definition() + " (expected: " + existing + ", as it exists)");
  }
}
