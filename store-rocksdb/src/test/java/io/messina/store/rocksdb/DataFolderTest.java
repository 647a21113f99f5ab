package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.HybridClock;
import io.messina.store.PlainBatch;
import io.messina.store.StoreException;
import io.messina.testkit.contract.TestClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

final class DataFolderTest {

  @TempDir Path folder;

  @Test
  void a_second_process_is_told_who_uses_the_folder() throws Exception {
    try (ChildProcess writer =
        ChildProcess.start(CrashingWriter.class, folder, "run", Durability.SYNC.name())) {
      Objects.requireNonNull(writer.readLine());
      assertThatThrownBy(this::open)
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.IN_USE))
          .hasMessageMatching(".* is in use by process \\d+: stop it, or name another folder");
    }
    open().close();
  }

  @Test
  void a_second_opening_in_one_process_is_refused() {
    try (RocksStore first = open()) {
      assertThatThrownBy(this::open)
          .hasMessageContaining("is in use by process " + ProcessHandle.current().pid());
      first.create(Samples.NOTES);
    }
  }

  @Test
  void a_refused_second_opening_leaves_the_lock_with_the_first() throws Exception {
    try (RocksStore first = open()) {
      assertThatThrownBy(this::open).hasMessageContaining("is in use");
      try (ChildProcess other =
          ChildProcess.start(CrashingWriter.class, folder, "other", Durability.SYNC.name())) {
        assertThat(other.readLine()).isNull();
        assertThat(other.waitForExit()).isNotZero();
      }
      first.create(Samples.NOTES);
    }
  }

  @Test
  void closing_twice_leaves_the_folder_to_the_next_owner() {
    RocksStore first = open();
    first.close();
    try (RocksStore second = open()) {
      first.close();
      assertThatThrownBy(this::open).hasMessageContaining("is in use");
      second.create(Samples.NOTES);
    }
  }

  @Test
  void a_database_without_its_shared_families_gets_them() throws Exception {
    open().close();
    Files.delete(folder.resolve("acknowledged"));
    try (Options options = new Options()) {
      RocksDB.destroyDB(folder.resolve("rocksdb").toString(), options);
    }
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB bare = RocksDB.open(options, folder.resolve("rocksdb").toString())) {
      assertThat(bare.getLatestSequenceNumber()).isZero();
    }
    try (RocksStore store = open()) {
      Samples.createAll(store);
      store.write(
          PlainBatch.in(Samples.partition(Samples.NOTES, "a"), 1).deletePartition().build());
    }
  }

  @Test
  void a_first_start_that_was_broken_off_is_begun_again() throws IOException {
    Files.writeString(folder.resolve("lock"), "1");
    Files.writeString(folder.resolve("FORMAT.partial"), "messi");
    open().close();
    assertThat(folder.resolve("FORMAT")).hasContent("messina-store 3\n");
  }

  @Test
  void a_missing_pointer_to_the_data_is_refused() throws IOException {
    writeRows(10);
    Files.delete(folder.resolve("rocksdb").resolve("CURRENT"));
    refusedWith(StoreException.Code.DAMAGED, "rocksdb/CURRENT is missing");
    assertThat(file(".log")).isNotEmptyFile();
  }

  @Test
  void a_log_damaged_in_its_first_record_is_refused_and_left_as_it_was() throws IOException {
    writeRows(100);
    Path log = file(".log");
    byte[] bytes = Files.readAllBytes(log);
    bytes[0] ^= 1;
    Files.write(log, bytes);
    refusedWith(StoreException.Code.DAMAGED, "acknowledged groups of changes cannot be read");
    assertThat(log).hasBinaryContent(bytes);
    bytes[0] ^= 1;
    Files.write(log, bytes);
    try (RocksStore store = open()) {
      Samples.createAll(store);
      assertThat(Samples.numbers(store, Samples.NOTES, "a")).hasSize(100);
    }
  }

  @Test
  void the_timestamp_floor_rises_with_what_is_acknowledged() {
    writeRows(10);
    try (RocksStore store = open()) {
      Samples.createAll(store);
      store.write(Samples.put(Samples.NOTES, "a", 1, 5_000));
      assertThat(store.timestampFloorMicros()).isEqualTo(5_000);
    }
  }

  @Test
  void a_clock_set_back_by_days_harms_nothing() {
    TestClock clock = new TestClock(Instant.parse("2026-03-01T00:00:00Z"));
    try (RocksStore store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, clock)) {
      Samples.createAll(store);
      store.write(Samples.put(Samples.NOTES, "a", 1, clock.millis() * 1000));
    }
    TestClock setBack = new TestClock(Instant.parse("2026-02-20T00:00:00Z"));
    try (RocksStore store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, setBack)) {
      Samples.createAll(store);
      HybridClock timestamps = new HybridClock(setBack, store.timestampFloorMicros());
      store.write(Samples.put(Samples.NOTES, "a", 2, timestamps.next()));
      assertThat(Samples.numbers(store, Samples.NOTES, "a")).containsExactly(1L, 2L);
    }
  }

  @Test
  void a_folder_of_something_else_is_refused_and_left_alone() throws IOException {
    Files.writeString(folder.resolve("thesis.txt"), "Chapter 1");
    refusedWith(StoreException.Code.FORMAT_UNKNOWN, "has files but is not a Messina data folder");
    assertThat(list(folder)).containsExactly(folder.resolve("thesis.txt"));
  }

  @Test
  void a_newer_format_is_refused_and_left_alone() throws IOException {
    open().close();
    Files.writeString(folder.resolve("FORMAT"), "messina-store 4\n");
    refusedWith(
        StoreException.Code.FORMAT_UNKNOWN, "\"messina-store 4\" (expected: \"messina-store 3\")");
    assertThat(folder.resolve("FORMAT")).hasContent("messina-store 4\n");
  }

  @Test
  void a_file_in_place_of_the_folder_is_refused() throws IOException {
    folder = Files.writeString(folder.resolve("file"), "");
    refusedWith(StoreException.Code.UNAVAILABLE, "a data folder: " + folder + " is a file");
    folder = folder.resolve("below");
    refusedWith(StoreException.Code.UNAVAILABLE, "a data folder: " + folder);
  }

  @Test
  void a_folder_without_its_format_is_said_to_be_perhaps_damaged() throws IOException {
    open().close();
    Files.delete(folder.resolve("FORMAT"));
    refusedWith(StoreException.Code.FORMAT_UNKNOWN, "if it was one, it is damaged");
    Files.createDirectory(folder.resolve("FORMAT"));
    refusedWith(StoreException.Code.FORMAT_UNKNOWN, "FORMAT is no file, so the folder is damaged");
  }

  @Test
  void a_damaged_manifest_is_refused() throws IOException {
    writeRows(10);
    Path manifest = file("MANIFEST-");
    damage(manifest);
    refusedWith(StoreException.Code.DAMAGED, manifest + " is damaged");
  }

  @Test
  void acknowledged_writes_missing_from_the_log_are_noticed_and_nothing_is_changed()
      throws IOException {
    writeRows(100);
    Path log = file(".log");
    damage(log);
    byte[] damaged = Files.readAllBytes(log);
    refusedWith(
        StoreException.Code.DAMAGED,
        "acknowledged groups of changes cannot be read from the write-ahead log");
    assertThat(log).hasBinaryContent(damaged);
    Files.delete(folder.resolve("acknowledged"));
    try (RocksStore store = open()) {
      Samples.createAll(store);
      assertThat(Samples.numbers(store, Samples.NOTES, "a")).hasSizeBetween(1, 99);
    }
  }

  @Test
  void a_former_format_whose_log_has_a_broken_end_is_checked_without_changing_it()
      throws IOException {
    writeRows(100);
    Files.write(file(".log"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, StandardOpenOption.APPEND);
    Files.writeString(folder.resolve("FORMAT"), "messina-store 2\n");
    acknowledgeAsFormerly(1_000_000);
    Map<String, ByteBuffer> before = FolderHistory.bytes(folder);
    refusedWith(StoreException.Code.DAMAGED, "acknowledged changes cannot be read");
    assertThat(FolderHistory.bytes(folder)).isEqualTo(before);
    acknowledgeAsFormerly(100);
    try (RocksStore store = open()) {
      Samples.createAll(store);
      assertThat(Samples.numbers(store, Samples.NOTES, "a")).hasSize(100);
    }
    assertThat(folder.resolve("FORMAT")).hasContent("messina-store 3\n");
    assertThat(folder.resolve("acknowledged")).hasSize(168);
  }

  private void acknowledgeAsFormerly(long sequence) throws IOException {
    byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(sequence).array();
    Files.write(folder.resolve("acknowledged"), number);
  }

  @Test
  void a_log_cut_off_behind_what_was_acknowledged_is_complete() throws IOException {
    writeRows(100);
    Path log = file(".log");
    Files.write(log, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, StandardOpenOption.APPEND);
    try (RocksStore store = open()) {
      Samples.createAll(store);
      assertThat(Samples.numbers(store, Samples.NOTES, "a")).hasSize(100);
    }
  }

  @Test
  void everything_is_there_after_closing_and_opening() {
    writeRows(300);
    try (RocksStore store = open()) {
      Samples.createAll(store);
      assertThat(Samples.numbers(store, Samples.NOTES, "a")).hasSize(300);
      assertThat(store.timestampFloorMicros()).isEqualTo(299);
      assertThat(new HybridClock(InstantSource.system(), store.timestampFloorMicros()).next())
          .isGreaterThan(299);
    }
  }

  private RocksStore open() {
    return RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
  }

  private void writeRows(int count) {
    try (RocksStore store = open()) {
      Samples.createAll(store);
      for (int number = 0; number < count; number++) {
        store.write(Samples.put(Samples.NOTES, "a", number, number));
      }
    }
  }

  private void refusedWith(StoreException.Code code, String message) {
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message)
        .hasMessageNotContaining("Exception");
  }

  private Path file(String namePart) throws IOException {
    return list(folder.resolve("rocksdb")).stream()
        .filter(file -> String.valueOf(file.getFileName()).contains(namePart))
        .max(Path::compareTo)
        .orElseThrow();
  }

  private static void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, bytes.length / 4, bytes.length / 2, (byte) 0x5A);
    Files.write(file, bytes);
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void a_new_folder_is_for_its_user_alone_and_another_one_keeps_its_rights() throws IOException {
    Path given = Files.createDirectory(folder.resolve("given"));
    Files.setPosixFilePermissions(given, PosixFilePermissions.fromString("rwxr-x---"));
    for (Path each : List.of(folder.resolve("new"), given)) {
      DataFolder.open(each).close();
    }
    assertThat(Files.getPosixFilePermissions(folder.resolve("new")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(given))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
  }
}
