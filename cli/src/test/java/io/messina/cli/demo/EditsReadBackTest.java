package io.messina.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EditsReadBackTest {

  private static final Instant NOON = Instant.parse("2015-09-12T12:00:00Z");
  private static final Edit FIRST = edit(0, "Messina");
  private static final Edit SECOND = edit(1, "Scylla");
  private static final Edit THIRD = edit(2, "Charybdis");

  private final Progress progress = Progress.onTerminal(new PrintWriter(new StringWriter()));
  private Store store;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
    store.create(EditTable.TABLE);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void what_was_acknowledged_and_is_there_is_counted() {
    write(FIRST, SECOND, THIRD);
    EditsReadBack readBack = readBack(FIRST, SECOND, THIRD);
    assertThat(readBack.count()).isEqualTo(3);
    assertThat(readBack.channels()).containsExactly(new ChannelEdits("#it.wikipedia", 3));
    assertThat(readBack.profiles())
        .containsExactly(
            new EditorProfile("glaucus", 3, 30, 3, NOON, NOON.plusSeconds(2), 1.0 / 3, 2.0 / 3));
  }

  @Test
  void a_lost_edit_is_noticed() {
    write(FIRST, SECOND);
    assertThatIllegalStateException()
        .isThrownBy(() -> readBack(FIRST, SECOND, THIRD))
        .withMessage("#it.wikipedia: 3 edits were acknowledged and 2 read");
  }

  @Test
  void an_edit_that_was_never_sent_is_noticed() {
    write(FIRST, SECOND, THIRD);
    assertThatIllegalStateException()
        .isThrownBy(() -> readBack(FIRST, SECOND))
        .withMessageContaining("Charybdis");
  }

  @Test
  void a_changed_edit_is_noticed() {
    write(FIRST, edit(1, "Sirens"));
    assertThatIllegalStateException()
        .isThrownBy(() -> readBack(FIRST, SECOND))
        .withMessageContaining("Sirens");
  }

  @Test
  void an_error_of_the_store_ends_the_writing() {
    store.close();
    assertThatThrownBy(() -> write(FIRST, SECOND)).isInstanceOf(StoreException.class);
  }

  private void write(Edit... edits) {
    try (Progress.Step step = progress.begin("Writing", edits.length)) {
      Written written =
          new Writers(store, new HybridClock(InstantSource.system(), 0))
              .write(List.of(edits).stream().map(EditTable::row).toList(), step);
      assertThat(written.acknowledged()).isEqualTo(edits.length);
    }
  }

  private EditsReadBack readBack(Edit... acknowledged) {
    EditsReadBack readBack = new EditsReadBack(store);
    try (Progress.Step step = progress.begin("Reading", acknowledged.length)) {
      readBack.read(List.of(acknowledged), step);
    }
    return readBack;
  }

  private static Edit edit(int number, String page) {
    return new Edit(
        number,
        NOON.plusSeconds(number),
        "#it.wikipedia",
        "glaucus",
        page,
        "Main",
        "",
        10,
        1,
        number == 0,
        number > 0,
        false);
  }
}
