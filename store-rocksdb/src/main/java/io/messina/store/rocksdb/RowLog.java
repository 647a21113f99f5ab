package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of one log table, in files that are written from their beginning to their end and then
 * reused. The database finds a row: it has the key and, in place of the columns, a {@link
 * RowPlace}. These entries skip its write-ahead log, since this log has all that it takes to make
 * them again; those that the sorted files may lack are made when the database is opened.
 *
 * <pre>
 *   MANIFEST       a {@link RowLogManifest}
 *   acknowledged   the sequences of the last acknowledged row, and up to which the manifest is: see
 *                  {@link KeptNumbers}
 *   NUMBER.rows    a {@link RowFile}
 *   NUMBER.spare   one that is no longer in use, to be written again
 * </pre>
 *
 * <p>Only the committer writes. A file to which a write or a sync has failed is not written again:
 * its rows end where the last group was committed, and the first row of the next file has the
 * sequence behind it.
 */
final class RowLog implements AutoCloseable {

  /**
   * For so long an expired row stays readable for scans that ask for it: a clock that is ahead by
   * less must not take the end of a lane away.
   */
  static final long KEPT_EXPIRED_MILLIS = Duration.ofDays(1).toMillis();

  private static final Logger LOG = LoggerFactory.getLogger(RowLog.class);

  // the numbers that are kept
  private static final int INDEXED = 0;
  private static final int ACKNOWLEDGED = 1;
  private static final int NUMBERS = 2;

  private final Path folder;
  private final String table;
  private final int fileBytes;
  private final KeptNumbers numbers;
  private final NavigableMap<Long, RowFile> files = new ConcurrentSkipListMap<>();
  private final Queue<Path> spares = new ConcurrentLinkedQueue<>();

  /** Files begun since the last call of {@link #trimSpares}. */
  private final AtomicInteger begun = new AtomicInteger();

  /** Whether the database may have forgotten rows of any file. */
  private final AtomicBoolean removal = new AtomicBoolean(true);

  private final ReentrantLock saving = new ReentrantLock();
  private volatile RowLogManifest saved;

  /** Up to where rows are durable. */
  private volatile RowLogManifest.Position committed;

  /** Up to where the database has been given the places of rows. */
  private volatile RowLogManifest.Position given;

  private volatile long nextFile;
  private final AtomicLong committedBytes = new AtomicLong();
  private volatile long indexedBytes;

  // confined to the committer: the file, and the group that is not committed yet
  private @Nullable RowFile current;
  private RowLogManifest.Position written;
  private long writtenExpireAtMillis;

  /** Where the log ended, until {@link #prepare} has cut it off there. */
  private @Nullable RowLogTail tail;

  /** Reads the log of a table, in a folder that exists, and changes nothing. */
  RowLog(Path folder, int fileBytes) throws IOException {
    this.folder = folder;
    this.table = String.valueOf(folder.getFileName());
    this.fileBytes = fileBytes;
    this.numbers = KeptNumbers.open(folder, NUMBERS);
    try {
      this.saved = RowLogManifest.read(folder, numbers.get(INDEXED));
      RowLogTail end = new RowLogTail(folder, saved, files, numbers.get(ACKNOWLEDGED));
      this.committed = end.read();
      this.given = saved.indexed();
      this.written = committed;
      this.tail = end;
      findSpares();
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** Makes the log ready to be written, once all of the store is known to be whole. */
  void prepare() throws IOException {
    RowLogTail end = tail;
    if (end != null) {
      saved.writeIfMissing(folder);
      numbers.keep();
      end.cut(this::deleteUnused);
      nextFile = Math.max(saved.nextFile(), files.isEmpty() ? 0 : files.lastEntry().getKey() + 1);
      FolderSync.sync(folder);
      tail = null;
    }
  }

  String table() {
    return table;
  }

  /** The sequence of the next row. */
  long nextSequence() {
    return committed.sequence();
  }

  /** The highest timestamp of any row that was ever committed. */
  long lastTimestampMicros() {
    return committed.timestampMicros();
  }

  /** Whether opening the database now would read more than a file. */
  boolean isIndexDue() {
    return committedBytes.get() - indexedBytes > fileBytes;
  }

  /**
   * Writes the rows of a group and notes their places for the index; nothing is durable or visible
   * yet.
   */
  void write(
      List<Request.Plain> batches,
      long mark,
      ByteBuffer buffer,
      WriteBatch index,
      ColumnFamilyHandle family)
      throws IOException, RocksDBException {
    RowFile file = fileFor(batches);
    written = committed;
    writtenExpireAtMillis = Long.MIN_VALUE;
    int flushed = file.end();
    long sequence = committed.sequence();
    long timestampMicros = committed.timestampMicros();
    int first = RowFrame.FIRST;
    buffer.clear();
    for (Request.Plain batch : batches) {
      int left = batch.versions().size();
      for (Request.Version row : batch.versions()) {
        int bytes = RowFrame.sizeBytes(row);
        if (bytes > buffer.remaining()) {
          flushed += flush(file, buffer, flushed);
        }
        boolean large = bytes > buffer.capacity();
        ByteBuffer into = large ? ByteBuffer.allocate(bytes) : buffer;
        RowPlace place = new RowPlace(file.number(), flushed + into.position(), bytes);
        int flags = first | (--left > 0 ? RowFrame.MORE : 0);
        RowFrame.put(into, file.number(), flags, sequence++, mark, batch.partition().length, row);
        if (large) {
          flushed += flush(file, into, flushed);
        }
        first = 0;
        PlainVersion version =
            PlainVersion.read(new ByteReader(row.value(), 0, PlainVersion.HEADER_BYTES));
        writtenExpireAtMillis = Math.max(writtenExpireAtMillis, version.expiresAtMillis());
        index.put(family, row.key(), version.encodePlaced(place));
      }
      timestampMicros = Math.max(timestampMicros, batch.timestampMicros());
    }
    flushed += flush(file, buffer, flushed);
    written = new RowLogManifest.Position(file.number(), flushed, sequence, timestampMicros);
  }

  /** Makes the written rows durable. */
  void force() throws IOException {
    RowFile file = current;
    if (file != null) {
      file.force();
    }
  }

  /** The written rows count from now on. */
  void commit() {
    RowFile file = current;
    if (file != null) {
      committedBytes.addAndGet((long) written.offset() - file.end());
      file.extendTo(written.offset(), writtenExpireAtMillis);
      committed = written;
    }
  }

  /** The database has the places of all committed rows; tells their callers' last number. */
  void give(boolean synced) {
    given = committed;
    numbers.set(ACKNOWLEDGED, synced ? committed.sequence() - 1 : 0);
  }

  /** The written rows do not count, and nothing more is written to their file. */
  void abandon() {
    RowFile file = current;
    current = null;
    written = committed;
    if (file != null) {
      try {
        file.endWriting();
        if (file.end() == 0) {
          deleteUnused(file);
        }
      } catch (IOException e) {
        LOG.warn("{}: closing it failed, its committed rows stay", file.path(), e);
      }
    }
  }

  /** Reads a row, or returns null where its file is no longer in use. */
  @Nullable RowFrame read(RowPlace place) {
    RowFile file = files.get(place.file());
    if (file == null || place.offset() >= file.end()) {
      return null;
    }
    RowFrame frame = file.frame(place.offset(), place.bytes());
    if (frame == null && files.containsKey(place.file())) {
      throw new StoreException(
          Code.DAMAGED,
          file.path() + " is damaged at byte " + place.offset() + ": restore a backup");
    }
    return frame;
  }

  /** Takes a row that the sorted files of the database may lack. */
  interface Visitor {
    void visit(RowPlace place, RowFrame row) throws RocksDBException;
  }

  /** Reads all rows that the sorted files of the database may lack. */
  void replay(Visitor visitor) throws RocksDBException {
    RowLogManifest.Position from = saved.indexed();
    for (RowFile file : files.tailMap(from.file()).values()) {
      int offset = file.number() == from.file() ? from.offset() : 0;
      while (offset < file.end()) {
        RowFrame row = row(file, offset);
        visitor.visit(new RowPlace(file.number(), offset, row.bytes().length), row);
        offset += row.bytes().length;
      }
    }
    given = committed;
  }

  /**
   * Cuts off the rows that were written after a group that the database has lost, which it cannot
   * have where writes are synced.
   */
  void cutAfter(long mark) throws IOException {
    if (numbers.get(ACKNOWLEDGED) > 0) {
      return;
    }
    RowLogManifest.Position from = saved.indexed();
    for (RowFile file : files.tailMap(from.file()).values()) {
      int offset = file.number() == from.file() ? from.offset() : 0;
      while (offset < file.end()) {
        RowFrame row = row(file, offset);
        if (row.mark() > mark) {
          cut(file, offset, row.sequence());
          return;
        }
        offset += row.bytes().length;
      }
    }
  }

  private void cut(RowFile file, int offset, long sequence) throws IOException {
    LOG.warn(
        "{}: cut off at byte {}, since the database lost what was written before",
        file.path(),
        offset);
    file.extendTo(offset, Long.MIN_VALUE);
    file.truncate();
    for (RowFile later : List.copyOf(files.tailMap(file.number(), false).values())) {
      deleteUnused(later);
    }
    committed =
        new RowLogManifest.Position(file.number(), offset, sequence, committed.timestampMicros());
    written = committed;
  }

  private static RowFrame row(RowFile file, int offset) {
    RowFrame row = file.frame(offset);
    if (row == null) {
      throw new StoreException(
          Code.DAMAGED, file.path() + " is damaged at byte " + offset + ": restore a backup");
    }
    return row;
  }

  /** Makes durable, for the operating system has not been asked yet, all that is not indexed. */
  void forceUnindexed() throws IOException {
    for (RowFile file : files.tailMap(saved.indexed().file()).values()) {
      try {
        file.forceAgain();
      } catch (NoSuchFileException e) {
        LOG.debug("{} was deleted, as no row of it counts", file.path(), e);
      }
    }
  }

  /** Work that puts what the database was given into its sorted files. */
  interface Flush {
    void run() throws IOException, RocksDBException;
  }

  /** Lets the next opening begin behind the rows that are indexed now. */
  void index(Flush flush) throws IOException, RocksDBException {
    saving.lock();
    try {
      long bytes = committedBytes.get();
      RowLogManifest.Position place = given;
      if (!place.equals(saved.indexed())) {
        flush.run();
        save(place);
        indexedBytes = bytes;
      }
    } finally {
      saving.unlock();
    }
  }

  private void save(RowLogManifest.Position place) throws IOException {
    List<RowLogManifest.Entry> entries = new ArrayList<>();
    for (RowFile file : files.headMap(place.file(), true).values()) {
      int end = file.number() == place.file() ? place.offset() : file.end();
      entries.add(new RowLogManifest.Entry(file.number(), end, file.expiresAtMillis()));
    }
    RowLogManifest next = new RowLogManifest(nextFile, place, entries);
    next.write(folder);
    numbers.set(INDEXED, place.sequence());
    saved = next;
  }

  /** The files to which nothing is added any more and whose rows are indexed, in their order. */
  List<RowFile> indexedFiles() {
    return List.copyOf(files.headMap(saved.indexed().file()).values());
  }

  /** Notes that the database forgot rows. */
  void noteRemoval() {
    removal.set(true);
  }

  /** Whether it did since the last call. */
  boolean takeRemoval() {
    return removal.getAndSet(false);
  }

  /** Gives back the disk space of files of which no row is needed. */
  void free(List<RowFile> unused) throws IOException {
    saving.lock();
    try {
      unused.forEach(file -> files.remove(file.number()));
      save(saved.indexed());
      for (RowFile file : unused) {
        file.close();
        if (file.sizeBytes() >= fileBytes) {
          Path spare = folder.resolve(file.number() + RowLogTail.SPARE);
          Files.move(file.path(), spare, StandardCopyOption.ATOMIC_MOVE);
          spares.add(spare);
        } else {
          Files.delete(file.path());
        }
      }
    } finally {
      saving.unlock();
    }
  }

  /** Deletes the spare files that are not likely to be written before the next call. */
  void trimSpares() throws IOException {
    int kept = begun.getAndSet(0);
    while (spares.size() > kept) {
      Path spare = spares.poll();
      if (spare != null) {
        Files.deleteIfExists(spare);
      }
    }
  }

  @Override
  public void close() throws IOException {
    RowFile last = current;
    current = null;
    try (numbers) {
      for (RowFile file : files.values()) {
        file.close();
      }
      if (last != null) {
        // so that the next opening does not look for rows behind its end
        last.truncate();
      }
    }
  }

  private RowFile fileFor(List<Request.Plain> batches) throws IOException {
    long bytes = 0;
    for (Request.Plain batch : batches) {
      for (Request.Version row : batch.versions()) {
        bytes += RowFrame.sizeBytes(row);
      }
    }
    RowFile file = current;
    if (file == null || (file.end() > 0 && file.end() + bytes > fileBytes)) {
      if (file != null) {
        file.endWriting();
      }
      file = begin();
      current = file;
    }
    return file;
  }

  private RowFile begin() throws IOException {
    begun.incrementAndGet();
    long number = nextFile;
    nextFile = number + 1;
    RowFile file = new RowFile(number, folder.resolve(number + RowLogTail.ROWS));
    Path spare = spares.poll();
    if (spare != null) {
      Files.move(spare, file.path(), StandardCopyOption.ATOMIC_MOVE);
    }
    file.openForWriting();
    files.put(number, file);
    FolderSync.sync(folder);
    return file;
  }

  private int flush(RowFile file, ByteBuffer buffer, int offset) throws IOException {
    buffer.flip();
    int bytes = buffer.remaining();
    file.write(buffer, offset, fileBytes);
    buffer.clear();
    return bytes;
  }

  private void deleteUnused(RowFile file) throws IOException {
    files.remove(file.number());
    file.close();
    Files.deleteIfExists(file.path());
  }

  private void findSpares() throws IOException {
    try (var found = Files.list(folder)) {
      found.filter(path -> path.toString().endsWith(RowLogTail.SPARE)).forEach(spares::add);
    }
  }
}
