package io.messina.aggregate.state;

import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The local state of a shard cannot be opened, read or written. */
public final class StateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean damaged;

  /**
   * An exception.
   *
   * @param message the action that failed, and its place; the cause's words are put behind it
   */
  StateException(String message, Throwable cause) {
    super(cause.getMessage() == null ? message : message + ": " + cause.getMessage(), cause);
    this.damaged =
        cause instanceof RocksDBException failure
            ? isDamage(failure)
            : !(cause instanceof NewerStateException);
  }

  /**
   * Whether opening it again is of no use, as the stored bytes differ from the written ones. It is
   * of use where the disk is full, or somebody else has the folder open, or a later version of
   * Messina comes back.
   */
  public boolean isDamaged() {
    return damaged;
  }

  private static boolean isDamage(RocksDBException failure) {
    Status status = failure.getStatus();
    if (status == null || status.getCode() == null) {
      return true;
    }
    return switch (status.getCode()) {
      case Corruption -> true;
      case IOError -> status.getSubCode() != Status.SubCode.NoSpace && !isForeign(failure);
      default -> false;
    };
  }

  /** RocksDB tells only by its words that a folder is in use, or that there are no handles left. */
  private static boolean isForeign(RocksDBException failure) {
    String words = String.valueOf(failure.getMessage());
    return words.contains("/LOCK") || words.contains("Too many open files");
  }
}
