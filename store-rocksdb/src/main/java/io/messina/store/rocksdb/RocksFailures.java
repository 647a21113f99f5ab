package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Translates errors of RocksDB for callers. */
final class RocksFailures {

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
    return isDamage(e)
        ? new StoreException(StoreException.Code.DAMAGED, message + ": restore a backup", e)
        : new StoreUnavailableException(message, e);
  }

  static boolean isDamage(RocksDBException e) {
    Status status = e.getStatus();
    return status != null && status.getCode() == Status.Code.Corruption;
  }
}
