package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Holds the open database while callers use it, and replaces it after an error that only opening it
 * again cures. Native memory is never touched once it is closed.
 */
final class DatabaseSlot implements AutoCloseable {

  /**
   * Work on the database.
   *
   * @param <T> its result
   */
  interface Use<T> {
    T apply(RocksDatabase database) throws RocksDBException;
  }

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  /** Opens the database with the tables it had. */
  interface Opener {
    RocksDatabase open(List<Table> tables);

    /** For reading alone, where it cannot be opened otherwise. */
    RocksDatabase openReadOnly(List<Table> tables);
  }

  private final Opener opener;
  private @Nullable RocksDatabase database;
  private List<Table> tables = List.of();
  private boolean closed;

  DatabaseSlot(Opener opener) {
    this.opener = opener;
    this.database = opener.open(List.of());
  }

  /** Uses the database; many may do so at once. */
  <T> T use(Use<T> use) throws RocksDBException {
    Lock shared = lock.readLock();
    shared.lock();
    try {
      return use.apply(current());
    } finally {
      shared.unlock();
    }
  }

  /**
   * Closes the database and opens it again, with the tables it had. If that fails it is opened for
   * reading, and another attempt may be made later.
   */
  void reopen() {
    Lock exclusive = lock.writeLock();
    exclusive.lock();
    try {
      if (closed) {
        throw closed();
      }
      if (database != null) {
        tables = database.tables();
        database.close();
        database = null;
      }
      database = opener.open(tables);
    } catch (StoreUnavailableException e) {
      database = opener.openReadOnly(tables);
      throw e;
    } finally {
      exclusive.unlock();
    }
  }

  @Override
  public void close() {
    Lock exclusive = lock.writeLock();
    exclusive.lock();
    try {
      closed = true;
      if (database != null) {
        database.close();
        database = null;
      }
    } finally {
      exclusive.unlock();
    }
  }

  static StoreException closed() {
    return new StoreException(StoreException.Code.CLOSED, "the store is closed: open it again");
  }

  private RocksDatabase current() {
    if (closed) {
      throw closed();
    }
    if (database == null) {
      throw new StoreUnavailableException(
          "the database could not be opened again after an error: free disk space, or see the log");
    }
    return database;
  }
}
