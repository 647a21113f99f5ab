package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.Status;

/** Translates errors of RocksDB for callers. */
final class RocksFailures {

  private static final String TABLE = ".sst";
  private static final Pattern LOG_NUMBER = Pattern.compile("log number: ([0-9]+)");

  private RocksFailures() {}

  /** RocksDB names the file, but for those with large values. */
  static StoreException reading(RocksDBException e) {
    String message = String.valueOf(e.getMessage());
    if (isDamage(e)) {
      String file = message.contains("/") ? "" : "a file rocksdb/*.blob: ";
      return new StoreException(
          StoreException.Code.DAMAGED,
          "the stored data are damaged: restore a backup: " + file + message,
          e);
    }
    return new StoreUnavailableException("the disk could not be read: " + message, e);
  }

  static StoreException opening(Path database, RocksDBException e) {
    String message = "the database in " + database + " cannot be opened: " + e.getMessage();
    Matcher log = LOG_NUMBER.matcher(message);
    if (log.find()) {
      message += " (" + LogCheck.log(database, Long.parseLong(log.group(1))) + ")";
    }
    if (!isDamage(e)) {
      return new StoreUnavailableException(message, e);
    }
    String table = message.contains(TABLE) ? "" : damagedTable(database);
    return new StoreException(
        StoreException.Code.DAMAGED, message + table + ": restore a backup", e);
  }

  /** RocksDB names the manifest alone where it cannot read what a sorted file says of itself. */
  private static String damagedTable(Path database) {
    try (Stream<Path> files = Files.list(database)) {
      return files
          .filter(file -> file.toString().endsWith(TABLE) && !isReadable(file))
          .map(file -> " (" + file + ")")
          .findFirst()
          .orElse("");
    } catch (IOException _) {
      return "";
    }
  }

  private static boolean isReadable(Path table) {
    try (Options options = new Options();
        SstFileReader reader = new SstFileReader(options)) {
      reader.open(table.toString());
      return true;
    } catch (RocksDBException _) {
      return false;
    }
  }

  static boolean isDamage(RocksDBException e) {
    Status status = e.getStatus();
    return status != null && status.getCode() == Status.Code.Corruption;
  }
}
