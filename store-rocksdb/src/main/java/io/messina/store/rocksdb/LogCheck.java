package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import java.io.IOException;
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

  private LogCheck() {}

  /** Makes the log ready to be opened, or refuses the database and leaves it as it was. */
  static void beforeOpening(DataFolder folder, RocksStoreOptions options, RowLogs logs) {
    try {
      folder.checkManifest();
      List<WriteAheadLog> files = read(logs(folder.database()), logs.ends());
      int whole = 0;
      while (whole < files.size() && files.get(whole).isWhole()) {
        whole++;
      }
      List<WriteAheadLog> readable = files.subList(0, Math.min(whole + 1, files.size()));
      List<WriteAheadLog> later = files.subList(readable.size(), files.size());
      if (whole < files.size()) {
        checkEnd(folder, readable.getLast(), later);
      }
      checkFound(folder, options, logs, readable);
      if (whole < files.size()) {
        cut(folder, readable.getLast());
      }
      for (WriteAheadLog file : later) {
        setAside(file);
      }
    } catch (IOException e) {
      throw new StoreUnavailableException(folder + ": its write-ahead log cannot be read: " + e, e);
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
  private static void checkEnd(DataFolder folder, WriteAheadLog log, List<WriteAheadLog> later) {
    boolean goesOn = later.stream().anyMatch(file -> file.readableBytes() > 0);
    if (goesOn && (folder.acknowledged() > 0 || folder.formerSequence() > 0)) {
      throw new StoreException(
          Code.DAMAGED,
          log.path() + " is damaged and is not the end of the write-ahead log: restore a backup");
    }
  }

  /** What the log does not have, the sorted files must hold. */
  private static void checkFound(
      DataFolder folder, RocksStoreOptions options, RowLogs logs, List<WriteAheadLog> files)
      throws IOException {
    long groups = files.stream().mapToLong(WriteAheadLog::groups).max().orElse(0);
    if (Math.max(groups, folder.sorted()) < folder.acknowledged()) {
      String end =
          files.isEmpty() ? folder.database().toString() : files.getLast().path().toString();
      checkGroups(folder, groupsWith(files, folder, options, logs), end);
    }
    OptionalLong sequence =
        files.stream().flatMapToLong(file -> file.lastSequence().stream()).max();
    if (sequence.isPresent() && !files.getLast().isWhole()) {
      checkSequence(folder, sequence.getAsLong());
    }
  }

  /**
   * Opens the database without the log that ends in the middle of a write, which stays as it is.
   */
  private static long groupsWith(
      List<WriteAheadLog> files, DataFolder folder, RocksStoreOptions options, RowLogs logs)
      throws IOException {
    Path links = Files.createDirectories(folder.checkedLogs());
    try {
      for (WriteAheadLog file : files) {
        if (file.isWhole()) {
          Files.createLink(links.resolve(file.path().getFileName()), file.path());
        }
      }
      return RocksDatabase.groups(folder, options, logs, links);
    } finally {
      folder.removeCheckedLogs();
    }
  }

  private static void cut(DataFolder folder, WriteAheadLog log) throws IOException {
    log.cut();
    LOG.warn(
        "{}: the write-ahead log ended in the middle of a write, {} bytes of which were cut off",
        folder,
        log.sizeBytes() - log.readableBytes());
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
