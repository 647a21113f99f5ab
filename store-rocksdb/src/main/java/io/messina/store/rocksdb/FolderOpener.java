package io.messina.store.rocksdb;

import io.messina.store.Table;
import java.time.InstantSource;
import java.util.List;

/**
 * Opens the database of a folder, once its log is known to be complete, and gives it what it has to
 * know of the logs of tables.
 */
record FolderOpener(DataFolder folder, RocksStoreOptions options, RowLogs logs, InstantSource clock)
    implements DatabaseSlot.Opener {

  @Override
  public RocksDatabase open(List<Table> tables) {
    LogCheck check = LogCheck.beforeOpening(folder, options, logs);
    check.rehearse(options, logs);
    folder.prepare();
    check.cut();
    RocksDatabase database = RocksDatabase.open(folder, options, logs, tables);
    try {
      LogCheck.afterOpening(folder, database);
      logs.prepare();
      logs.replay(database, SweepIndex.hourOf(clock.millis()));
      return database;
    } catch (RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  @Override
  public RocksDatabase openReadOnly(List<Table> tables) {
    LogCheck.beforeOpening(folder, options, logs).cut();
    logs.setIncomplete();
    return RocksDatabase.openReadOnly(folder, options, logs, tables);
  }
}
