package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Translates errors of RocksDB for callers. */
final class RocksFailures {

  private RocksFailures() {}

  static StoreException reading(RocksDBException e) {
    if (isDamage(e)) {
      return new StoreException(
          StoreException.Code.DAMAGED, "the stored data are damaged: restore a backup", e);
    }
    return new StoreUnavailableException("the disk could not be read: " + e.getMessage(), e);
  }

  static boolean isDamage(RocksDBException e) {
    Status status = e.getStatus();
    return status != null && status.getCode() == Status.Code.Corruption;
  }
}
