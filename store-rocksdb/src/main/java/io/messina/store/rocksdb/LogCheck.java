package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a write-ahead log that ends in the middle of a write, which was never acknowledged, from
 * one that is damaged further up. The first is cut off at its last whole record before RocksDB sees
 * it, since RocksDB's reader does not come to an end on some broken records; the second is refused
 * and left alone, since opening it would drop everything from the damaged place on.
 */
final class LogCheck {

  private static final Logger LOG = LoggerFactory.getLogger(LogCheck.class);
  private static final String SUFFIX = ".log";

  private LogCheck() {}

  /** Makes the log ready to be opened, or refuses it and leaves it as it was. */
  static void beforeOpening(DataFolder folder, RocksStoreOptions options) {
    try {
      List<Path> files = logs(folder.database());
      OptionalLong before = OptionalLong.empty();
      for (int i = 0; i < files.size(); i++) {
        WriteAheadLog log = WriteAheadLog.read(files.get(i));
        OptionalLong found = log.lastSequence().isPresent() ? log.lastSequence() : before;
        if (!log.isWhole()) {
          List<Path> later = readable(files.subList(i + 1, files.size()));
          checkEnd(folder, log, later);
          cut(folder, options, log, found);
          for (Path file : later) {
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

  /** Refuses a database that knows less than was acknowledged, for whatever reason. */
  static void afterOpening(DataFolder folder, RocksDatabase database) {
    checkComplete(folder, database.lastSequence());
  }

  /**
   * A log that goes on behind the damage has lost something, unless losing its end was agreed to.
   */
  private static void checkEnd(DataFolder folder, WriteAheadLog log, List<Path> later) {
    if (!later.isEmpty() && folder.acknowledged() > 0) {
      throw new StoreException(
          Code.DAMAGED,
          folder
              + ": "
              + log.path().getFileName()
              + " is damaged and is not the end of the write-ahead log: restore a backup");
    }
  }

  private static void cut(
      DataFolder folder, RocksStoreOptions options, WriteAheadLog log, OptionalLong found)
      throws IOException {
    if (found.isPresent()) {
      checkComplete(folder, found.getAsLong());
    }
    Path kept = Path.of(log.path() + ".torn");
    Files.copy(log.path(), kept, StandardCopyOption.REPLACE_EXISTING);
    log.cut();
    if (found.isEmpty() && folder.acknowledged() > 0) {
      checkWithout(folder, options, log.path(), kept);
    }
    LOG.warn(
        "{}: the write-ahead log ended in the middle of a write, {} bytes of which were cut off",
        folder,
        log.sizeBytes() - log.readableBytes());
    Files.delete(kept);
  }

  /** Where the whole log is unreadable, the sorted files must hold all that was acknowledged. */
  private static void checkWithout(
      DataFolder folder, RocksStoreOptions options, Path log, Path kept) throws IOException {
    try (RocksDatabase database =
        RocksDatabase.openReadOnly(folder.database(), options, List.of())) {
      checkComplete(folder, database.lastSequence());
    } catch (StoreException e) {
      Files.move(kept, log, StandardCopyOption.REPLACE_EXISTING);
      throw e;
    }
  }

  private static void setAside(Path file) throws IOException {
    LOG.warn("{} lies behind the end of the write-ahead log and is set aside", file);
    Files.move(file, Path.of(file + ".torn"), StandardCopyOption.REPLACE_EXISTING);
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

  private static List<Path> readable(List<Path> files) throws IOException {
    List<Path> readable = new ArrayList<>();
    for (Path file : files) {
      if (WriteAheadLog.read(file).readableBytes() > 0) {
        readable.add(file);
      }
    }
    return readable;
  }

  static List<Path> logs(Path database) throws IOException {
    if (!Files.isDirectory(database)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(database)) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
  }
}
