package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.StoreException;
import io.messina.store.Table;
import io.messina.testkit.contract.TestClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/**
 * A folder that a server of format 2 wrote and closed, with syncs: a resource that never changes.
 */
final class FormerFolderTest {

  private static final String ARCHIVE = "/formats/messina-store-2.zip";

  /** Before anything in it expires. */
  private static final TestClock CLOCK = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));

  /** By table, the rows of plain ones and the entries of fenced ones, if it has any. */
  private static final Map<String, Integer> COUNTS =
      Map.ofEntries(
          Map.entry("dead_letters", 7),
          Map.entry("definitions", 74),
          Map.entry("enriched_states", 20),
          Map.entry("enrichment_dead_letters", 2),
          Map.entry("feature_values", 7),
          Map.entry("feed_marks", 2),
          Map.entry("keys", 61),
          Map.entry("list_items", 150),
          Map.entry("log_30d", 5),
          Map.entry("log_forever", 19),
          Map.entry("message_choices", 1),
          Map.entry("message_index", 1),
          Map.entry("message_provider_ids", 1),
          Map.entry("message_quotas", 1),
          Map.entry("message_suppressions", 1),
          Map.entry("messages", 3),
          Map.entry("schedule", 1),
          Map.entry("segments", 11),
          Map.entry("shards", 443));

  /** Files without which nothing is missing. */
  private static final Set<String> NOT_READ = Set.of("rocksdb/IDENTITY", "rocksdb/000085.log");

  /** Format 2 does not tell how long it was. */
  private static final String DATABASE_MANIFEST = "rocksdb/MANIFEST-000072";

  /** Files that format 2 did not have from the beginning on, or that may be removed. */
  private static final Set<String> KEPT_SINCE = Set.of("acknowledged", "MANIFEST");

  @TempDir private Path folders;
  private Path folder;
  private List<Table> tables;
  private Map<String, ByteBuffer> written;

  @BeforeEach
  void unpack() throws IOException, RocksDBException {
    folder = unpack("folder");
    tables = WrittenTables.of(unpack("read"));
    written = FolderHistory.bytes(folder);
  }

  private Path unpack(String name) throws IOException {
    Path target = folders.resolve(name);
    try (InputStream in =
            Objects.requireNonNull(FormerFolderTest.class.getResourceAsStream(ARCHIVE));
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = target.resolve(entry.getName());
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.copy(zip, file);
      }
    }
    return target;
  }

  @Test
  void it_is_complete_and_becomes_one_of_this_version() throws IOException {
    assertComplete();
    assertThat(folder.resolve("FORMAT")).hasContent("messina-store 3\n");
    assertThat(folder.resolve("acknowledged")).hasSize(168);
    for (String log : List.of("log_1d", "log_30d", "log_365d", "log_7d", "log_forever")) {
      assertThat(folder.resolve("log").resolve(log).resolve("MANIFEST")).isNotEmptyFile();
      assertThat(folder.resolve("log").resolve(log).resolve("acknowledged")).hasSize(88);
    }
    assertComplete();
  }

  @Test
  void its_own_version_can_open_it_after_it_was_refused() throws IOException {
    byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(1_000_000).array();
    Files.write(folder.resolve("acknowledged"), number);
    Map<String, ByteBuffer> before = FolderHistory.bytes(folder);
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.DAMAGED))
        .hasMessageContaining("acknowledged changes cannot be read");
    assertThat(FolderHistory.bytes(folder)).isEqualTo(before);
    putBack("acknowledged");
    assertComplete();
  }

  @Test
  void each_file_that_is_cut_off_or_missing_is_noticed_and_nothing_is_changed() throws IOException {
    Set<String> opened = new TreeSet<>();
    for (String name : written.keySet()) {
      Path file = folder.resolve(name);
      if (!NOT_READ.contains(name)) {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        if (!name.equals(DATABASE_MANIFEST) && !isRefused(name)) {
          opened.add(name + " cut off");
        }
        if (!KEPT_SINCE.contains(String.valueOf(file.getFileName()))) {
          Files.delete(file);
          if (!isRefused(name)) {
            opened.add(name + " missing");
          }
        }
        putBack(name);
      }
    }
    assertThat(opened).isEmpty();
    assertThat(FolderHistory.bytes(folder)).isEqualTo(written);
    assertComplete();
  }

  @Test
  void an_upgrade_that_was_broken_off_is_gone_on_with() throws IOException {
    Files.writeString(folder.resolve("FORMAT"), "messina-store 3\n");
    Path sorted = folder.resolve("rocksdb/000113.sst");
    Files.delete(sorted);
    assertThat(isRefused("rocksdb/000113.sst")).isTrue();
    putBack("rocksdb/000113.sst");
    assertComplete();
  }

  /** Whether opening is refused, which must leave everything as it was. */
  private boolean isRefused(String name) throws IOException {
    Map<String, ByteBuffer> before = FolderHistory.bytes(folder);
    try (RocksStore opened = open()) {
      return opened == null;
    } catch (StoreException e) {
      assertThat(e).as(name).hasMessageContaining(folder.resolve(name).toString());
      assertThat(FolderHistory.bytes(folder)).as(name).isEqualTo(before);
      return true;
    }
  }

  private void assertComplete() {
    Map<String, Integer> counts = new TreeMap<>();
    try (RocksStore store = open()) {
      WrittenTables.rows(store, tables).forEach((table, rows) -> counts.put(table, rows.size()));
    }
    counts.values().removeIf(count -> count == 0);
    assertThat(counts).isEqualTo(COUNTS);
  }

  private void putBack(String name) throws IOException {
    Files.copy(
        folders.resolve("read").resolve(name),
        folder.resolve(name),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private RocksStore open() {
    return RocksStore.open(folder, RocksStoreOptions.DEFAULT, CLOCK);
  }
}
