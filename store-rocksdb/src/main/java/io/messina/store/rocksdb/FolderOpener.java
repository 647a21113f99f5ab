package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.Table;
import java.util.List;

/** Opens the database of a folder, once its log is known to be complete. */
record FolderOpener(DataFolder folder, RocksStoreOptions options) implements DatabaseSlot.Opener {

  @Override
  public RocksDatabase open(List<Table> tables) {
    LogCheck.beforeOpening(folder, options);
    RocksDatabase database = RocksDatabase.open(folder.database(), options, tables);
    try {
      LogCheck.afterOpening(folder, database);
      return database;
    } catch (StoreException e) {
      database.close();
      throw e;
    }
  }

  @Override
  public RocksDatabase openReadOnly(List<Table> tables) {
    LogCheck.beforeOpening(folder, options);
    return RocksDatabase.openReadOnly(folder.database(), options, tables);
  }
}
