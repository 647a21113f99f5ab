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

  /** Makes the log ready to be opened, or refuses it and leaves it as it was. */
  static void beforeOpening(DataFolder folder, RocksStoreOptions options, RowLogs logs) {
    try {
      List<Path> files = logs(folder.database());
      Map<String, Long> ends = logs.ends();
      OptionalLong before = OptionalLong.empty();
      for (int i = 0; i < files.size(); i++) {
        WriteAheadLog log = WriteAheadLog.read(files.get(i), ends);
        OptionalLong found = log.lastSequence().isPresent() ? log.lastSequence() : before;
        if (!log.isWhole()) {
          List<WriteAheadLog> later = read(files.subList(i + 1, files.size()), ends);
          checkEnd(folder, log, later);
          checkFound(folder, options, logs, found);
          cut(folder, log);
          for (WriteAheadLog file : later) {
            setAside(file);
          }
          return;
        }
        before = found;
      }
    } catch (IOException e) {
      throw new StoreUnavailableException(folder + ": its write-ahead log cannot be read: " + e, e);
    }
  }

  /** Refuses a database that lacks acknowledged writes, for any reason. */
  static void afterOpening(DataFolder folder, RocksDatabase database) {
    checkComplete(folder, database.lastSequence());
  }

  /** A log that continues after the damage has lost writes, unless the options allow that. */
  private static void checkEnd(DataFolder folder, WriteAheadLog log, List<WriteAheadLog> later) {
    boolean goesOn = later.stream().anyMatch(file -> file.readableBytes() > 0);
    if (goesOn && folder.acknowledged() > 0) {
      throw new StoreException(
          Code.DAMAGED,
          folder
              + ": "
              + log.path().getFileName()
              + " is damaged and is not the end of the write-ahead log: restore a backup");
    }
  }

  /** Where nothing of the log can be read, the sorted files must hold all that was acknowledged. */
  private static void checkFound(
      DataFolder folder, RocksStoreOptions options, RowLogs logs, OptionalLong found)
      throws IOException {
    if (found.isPresent()) {
      checkComplete(folder, found.getAsLong());
    } else if (folder.acknowledged() > 0) {
      Path noLog = Files.createDirectories(folder.database().resolveSibling("no-log"));
      checkComplete(folder, RocksDatabase.sortedSequence(folder.database(), options, logs, noLog));
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

  private static void checkComplete(DataFolder folder, long found) {
    long missing = folder.acknowledged() - found;
    if (missing > 0) {
      throw new StoreException(
          Code.DAMAGED,
          folder
              + ": the last "
              + missing
              + " acknowledged changes cannot be read from the write-ahead log: restore a backup,"
              + " or delete the file \"acknowledged\" to go on without them");
    }
  }

  private static List<WriteAheadLog> read(List<Path> files, Map<String, Long> ends)
      throws IOException {
    List<WriteAheadLog> logs = new ArrayList<>();
    for (Path file : files) {
      logs.add(WriteAheadLog.read(file, ends));
    }
    return logs;
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
