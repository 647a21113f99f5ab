package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** Makes the log ready to be opened, or refuses it. */
  static void beforeOpening(DataFolder folder) {
    try {
      OptionalLong before = OptionalLong.empty();
      List<Path> files = logs(folder.database());
      for (int i = 0; i < files.size(); i++) {
        WriteAheadLog log = WriteAheadLog.read(files.get(i));
        OptionalLong found = log.lastSequence().isPresent() ? log.lastSequence() : before;
        if (!log.isWhole()) {
          checkTail(folder, log, found, files.subList(i + 1, files.size()));
          cut(folder, log);
        }
        before = found;
      }
    } catch (IOException e) {
      throw new StoreException(
          Code.UNAVAILABLE, folder + ": its write-ahead log cannot be read: " + e, e);
    }
  }

  /** Refuses a database that knows less than was acknowledged, for whatever reason. */
  static long afterOpening(DataFolder folder, RocksDatabase database) {
    long found = database.db().getLatestSequenceNumber();
    checkComplete(folder, found);
    return found;
  }

  private static void checkTail(
      DataFolder folder, WriteAheadLog log, OptionalLong found, List<Path> later)
      throws IOException {
    if (found.isPresent()) {
      checkComplete(folder, found.getAsLong());
    }
    for (Path file : later) {
      if (WriteAheadLog.read(file).readableBytes() > 0) {
        throw new StoreException(
            Code.DAMAGED,
            folder
                + ": "
                + log.path().getFileName()
                + " is damaged and is not the end of the write-ahead log: restore a backup");
      }
    }
  }

  private static void cut(DataFolder folder, WriteAheadLog log) throws IOException {
    Path kept = folder.database().resolveSibling(log.path().getFileName() + ".torn");
    byte[] cut = log.cut();
    Files.write(kept, cut);
    LOG.warn(
        "{}: the write-ahead log ended in the middle of a write; the {} bytes of it are in {}",
        folder,
        cut.length,
        kept);
  }

  private static void checkComplete(DataFolder folder, long found) {
    long missing = folder.acknowledged() - found;
    if (missing > 0) {
      throw new StoreException(
          Code.DAMAGED,
          folder
              + ": the last "
              + missing
              + " acknowledged changes cannot be read from the write-ahead log:"
              + " restore a backup, or delete the file \"acknowledged\" to go on without them");
    }
  }

  private static List<Path> logs(Path database) throws IOException {
    if (!Files.isDirectory(database)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(database)) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
  }
}
