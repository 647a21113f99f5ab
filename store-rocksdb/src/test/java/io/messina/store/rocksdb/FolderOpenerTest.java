package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.StoreException;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Groups that no log has any more, as their rows are in sorted files. */
final class FolderOpenerTest {

  private static final long GROUPS = 7;

  @TempDir private Path path;
  private DataFolder folder;
  private RowLogs logs;
  private FolderOpener opener;

  @BeforeEach
  void writeGroups() throws RocksDBException {
    folder = DataFolder.open(path);
    RocksStoreOptions options = RocksStoreOptions.DEFAULT;
    logs = RowLogs.open(folder.logs(), RowLogs.Settings.DEFAULT, options.durability());
    opener = new FolderOpener(folder, options, logs, InstantSource.system());
    try (RocksDatabase database = opener.open(List.of())) {
      byte[] marks = new LogMarks(GROUPS, Map.of()).encode();
      database.db().put(database.defaults(), database.writeOptions(), LogMarks.KEY, marks);
      database.sort(List.of(database.defaults()));
      folder.acknowledge(GROUPS);
      // RocksDB tells of a file after it has woken who waits for it
      SystemWaiting.until(() -> folder.sorted() == GROUPS);
    }
  }

  @AfterEach
  void close() {
    logs.close();
    folder.close();
  }

  @Test
  void a_folder_that_takes_no_files_is_read() throws IOException {
    takeNoLinks();
    breakEndOfLog();
    assertCounted();
  }

  @Test
  void whole_logs_are_read_where_they_are_if_nothing_tells_the_groups() throws IOException {
    folder.noteSorted(0);
    takeNoLinks();
    assertCounted();
  }

  @Test
  void a_log_with_a_broken_end_is_left_out_of_the_count() throws IOException {
    folder.noteSorted(0);
    breakEndOfLog();
    assertCounted();
    assertThat(folder.checkedLogs()).doesNotExist();
  }

  @Test
  void groups_that_nothing_has_are_missed() throws IOException {
    folder.acknowledge(GROUPS + 1);
    breakEndOfLog();
    Map<String, ?> before = FolderHistory.bytes(path);
    assertThatThrownBy(() -> opener.open(List.of()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("the last 1 acknowledged groups of changes cannot be read");
    assertThat(FolderHistory.bytes(path)).isEqualTo(before);
    assertThat(folder.checkedLogs()).doesNotExist();
  }

  /** A file in place of their folder. */
  private void takeNoLinks() throws IOException {
    Files.writeString(folder.checkedLogs(), "");
  }

  private void breakEndOfLog() throws IOException {
    Path log = LogCheck.logs(folder.database()).getLast();
    Files.write(log, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, StandardOpenOption.APPEND);
  }

  private void assertCounted() {
    try (RocksDatabase database = opener.openReadOnly(List.of())) {
      assertThat(database.logMarks().count()).isEqualTo(GROUPS);
    }
  }
}
