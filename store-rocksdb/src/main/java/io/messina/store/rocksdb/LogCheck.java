package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a write-ahead log that ends in the middle of a write, which was never acknowledged, from
 * one that is damaged further up. The first is cut off at its last whole record before RocksDB sees
 * it, since RocksDB's reader does not come to an end on some broken records; the second is refused
 * and left alone, since opening it would drop everything from the damaged place on. Also cut off is
 * what was written after rows that a power failure took from the {@link RowLogs}.
 */
final class LogCheck {

  private static final Logger LOG = LoggerFactory.getLogger(LogCheck.class);
  private static final String SUFFIX = ".log";

  private final DataFolder folder;
  private final List<WriteAheadLog> readable;
  private final List<WriteAheadLog> later;

  private LogCheck(DataFolder folder, List<WriteAheadLog> readable, List<WriteAheadLog> later) {
    this.folder = folder;
    this.readable = readable;
    this.later = later;
  }

  /** Refuses a database that cannot be opened without losing anything; changes nothing. */
  static LogCheck beforeOpening(DataFolder folder, RocksStoreOptions options, RowLogs logs) {
    try {
      folder.checkManifest();
      List<WriteAheadLog> files = read(logs(folder.database()), logs.ends());
      int whole = 0;
      while (whole < files.size() && files.get(whole).isWhole()) {
        whole++;
      }
      int known = Math.min(whole + 1, files.size());
      LogCheck check =
          new LogCheck(folder, files.subList(0, known), files.subList(known, files.size()));
      if (!check.isWhole()) {
        check.checkEnd();
      }
      check.checkFound(options, logs);
      return check;
    } catch (IOException e) {
      throw new StoreUnavailableException(
          folder + ": its write-ahead log cannot be read: " + IoReason.of(e), e);
    }
  }

  /**
   * Refuses whatever opening would refuse after something was changed: the end of the log, or the
   * format, with which its own version can still open the folder.
   */
  void rehearse(RocksStoreOptions options, RowLogs logs) {
    try {
      boolean changes = !isWhole() || !later.isEmpty() || folder.isFormer();
      if (changes && !RocksDatabase.isNew(folder.database())) {
        try (RocksDatabase database = openReadOnly(options, logs)) {
          checkSequence(folder, Math.max(database.lastSequence(), lastSequence().orElse(0)));
          database.checkFiles();
          logs.checkKnown(database);
        }
      }
    } catch (IOException e) {
      throw new StoreUnavailableException(folder + ": it cannot be read: " + IoReason.of(e), e);
    }
  }

  /** Makes the log ready to be opened. */
  void cut() {
    try {
      if (!isWhole()) {
        WriteAheadLog log = readable.getLast();
        log.cut();
        LOG.warn(
            "{}: the write-ahead log ended in the middle of a write, {} bytes of which were cut"
                + " off",
            folder,
            log.sizeBytes() - log.readableBytes());
      }
      for (WriteAheadLog file : later) {
        setAside(file);
      }
    } catch (IOException e) {
      throw new StoreUnavailableException(
          folder + ": its write-ahead log cannot be cut: " + IoReason.of(e), e);
    }
  }

  /** Refuses a database that lacks acknowledged writes, for any reason. */
  static void afterOpening(DataFolder folder, RocksDatabase database) {
    checkSequence(folder, database.lastSequence());
    long groups = database.logMarks().count();
    checkGroups(folder, groups, folder.database().toString());
    folder.noteManifest(database.db());
    folder.noteSorted(groups);
    folder.forgetFormerSequence();
  }

  /** A log that continues after the damage has lost writes, unless the options allow that. */
  private void checkEnd() {
    boolean goesOn = later.stream().anyMatch(file -> file.readableBytes() > 0);
    if (goesOn && (folder.acknowledged() > 0 || folder.formerSequence() > 0)) {
      throw new StoreException(
          Code.DAMAGED,
          readable.getLast().path()
              + " is damaged and is not the end of the write-ahead log: restore a backup");
    }
  }

  /** What the log does not have, the sorted files must hold. */
  private void checkFound(RocksStoreOptions options, RowLogs logs) throws IOException {
    long groups = readable.stream().mapToLong(WriteAheadLog::groups).max().orElse(0);
    if (Math.max(groups, folder.sorted()) < folder.acknowledged()) {
      String end =
          readable.isEmpty() ? folder.database().toString() : readable.getLast().path().toString();
      try (RocksDatabase database = openReadOnly(options, logs)) {
        checkGroups(folder, database.logMarks().count(), end);
      }
    }
    if (lastSequence().isPresent() && !isWhole()) {
      checkSequence(folder, lastSequence().getAsLong());
    }
  }

  private OptionalLong lastSequence() {
    return readable.stream().flatMapToLong(file -> file.lastSequence().stream()).max();
  }

  private boolean isWhole() {
    return readable.isEmpty() || readable.getLast().isWhole();
  }

  /**
   * Opens the database without the log that ends in the middle of a write, which stays as it is.
   */
  private RocksDatabase openReadOnly(RocksStoreOptions options, RowLogs logs) throws IOException {
    if (isWhole()) {
      return RocksDatabase.openReadOnly(folder, options, logs, List.of());
    }
    folder.removeCheckedLogs();
    Path links = Files.createDirectories(folder.checkedLogs());
    try {
      for (WriteAheadLog file : readable) {
        if (file.isWhole()) {
          link(links.resolve(file.path().getFileName()), file.path());
        }
      }
      return RocksDatabase.openReadOnly(folder, options, logs, links);
    } finally {
      // what it needs of them is in its memory
      folder.removeCheckedLogs();
    }
  }

  /** Some file systems have no links. */
  private static void link(Path link, Path file) throws IOException {
    try {
      Files.createLink(link, file);
    } catch (UnsupportedOperationException | FileSystemException e) {
      LOG.debug("{} is copied", file, e);
      Files.copy(file, link);
    }
  }

  private static void setAside(WriteAheadLog log) throws IOException {
    if (log.sizeBytes() > 0) {
      LOG.warn("{} lies behind the end of the write-ahead log and is set aside", log.path());
      Files.move(log.path(), Path.of(log.path() + ".torn"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void checkGroups(DataFolder folder, long found, String end) {
    long missing = folder.acknowledged() - found;
    if (missing > 0) {
      throw incomplete(folder, "the last " + missing + " acknowledged groups of changes", end);
    }
  }

  /** A former version counted changes. */
  private static void checkSequence(DataFolder folder, long found) {
    long missing = folder.formerSequence() - found;
    if (missing > 0) {
      throw incomplete(
          folder, "the last " + missing + " acknowledged changes", folder.database().toString());
    }
  }

  private static StoreException incomplete(DataFolder folder, String what, String end) {
    return new StoreException(
        Code.DAMAGED,
        what
            + " cannot be read from the write-ahead log, which is missing or cut off behind "
            + end
            + ": restore a backup, or delete "
            + folder.acknowledgedFile()
            + " to go on without them");
  }

  private static List<WriteAheadLog> read(List<Path> files, Map<String, Long> ends)
      throws IOException {
    List<WriteAheadLog> logs = new ArrayList<>();
    for (Path file : files) {
      logs.add(WriteAheadLog.read(file, ends));
    }
    return logs;
  }

  static Path log(Path database, long number) {
    return database.resolve("%06d".formatted(number) + SUFFIX);
  }

  /** The files of the log in the order of their numbers, which have six digits or more. */
  static List<Path> logs(Path database) throws IOException {
    if (!Files.isDirectory(database)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(database)) {
      return files
          .filter(file -> file.toString().endsWith(SUFFIX))
          .sorted(
              Comparator.comparingInt((Path file) -> file.toString().length())
                  .thenComparing(Path::toString))
          .toList();
    }
  }
}
