package io.messina.store.rocksdb;

import java.nio.file.Path;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.CompactionJobInfo;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.RocksDB;

/** What RocksDB does by itself, in threads of its own. */
final class DatabaseEvents extends AbstractEventListener {

  private final DataFolder folder;
  private final RowLogs logs;

  DatabaseEvents(DataFolder folder, RowLogs logs) {
    super(
        EnabledEventCallback.ON_FLUSH_BEGIN,
        EnabledEventCallback.ON_FLUSH_COMPLETED,
        EnabledEventCallback.ON_COMPACTION_COMPLETED);
    this.folder = folder;
    this.logs = logs;
  }

  /** Before it makes its memory durable. */
  @Override
  public void onFlushBegin(RocksDB db, FlushJobInfo flush) {
    logs.beforeFlush();
  }

  @Override
  public void onFlushCompleted(RocksDB db, FlushJobInfo flush) {
    folder.noteManifest(db);
    if (flush.getColumnFamilyName().equals(RocksDatabase.DEFAULT)) {
      LogMarks.inFile(Path.of(flush.getFilePath()))
          .ifPresent(marks -> folder.noteSortedUpTo(marks.count()));
    }
  }

  @Override
  public void onCompactionCompleted(RocksDB db, CompactionJobInfo compaction) {
    folder.noteManifest(db);
  }
}
