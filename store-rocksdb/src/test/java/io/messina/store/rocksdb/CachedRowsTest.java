package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Column;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that were read before, and so may be held in memory. */
class CachedRowsTest {

  private static final Column<String> NAME = Column.ofText("name");
  private static final Column<Long> COUNT = Column.ofLong("count");
  private static final Column<String> REST = Column.ofText("rest");
  private static final Table TABLE =
      Table.plain("counts").partitionedBy(NAME).columns(COUNT, REST).expiring().build();
  private static final RowKey KEY = TABLE.partition(NAME.of("a")).row();
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final RocksStoreOptions OPTIONS =
      RocksStoreOptions.DEFAULT.withDurability(Durability.OS);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 1000})
  void a_row_shows_what_was_written_since_it_was_read(int restChars) {
    try (RocksStore store = open(folder, NOW)) {
      put(store, 2, restChars);
      assertThat(count(store)).contains(2L);
      put(store, 3, restChars);
      assertThat(count(store)).contains(3L);
      put(store, 1, restChars);
      assertThat(count(store)).contains(3L);
      store.write(PlainBatch.in(KEY.partition(), 4).delete(KEY).build());
      assertThat(count(store)).isEmpty();
      put(store, 5, restChars);
      assertThat(count(store)).contains(5L);
      store.write(PlainBatch.in(KEY.partition(), 6).deletePartition().build());
      assertThat(count(store)).isEmpty();
    }
  }

  @Test
  void a_row_that_was_read_expires_all_the_same() {
    AtomicLong millis = new AtomicLong(NOW.toEpochMilli());
    try (RocksStore store =
        RocksStore.open(folder, OPTIONS, () -> Instant.ofEpochMilli(millis.get()))) {
      store.create(TABLE);
      store.write(PlainBatch.in(KEY.partition(), 1).put(row(1, 1), NOW.plusMillis(1)).build());
      assertThat(count(store)).contains(1L);

      millis.incrementAndGet();

      assertThat(count(store)).isEmpty();
    }
  }

  @Test
  void nobody_sees_an_older_row_than_was_acknowledged_or_read_before() {
    int last = 5_000;
    AtomicLong acknowledged = new AtomicLong();
    try (RocksStore store = open(folder, NOW)) {
      put(store, 1, 1);
      List<CompletableFuture<Long>> readers =
          IntStream.range(0, 4)
              .mapToObj(_ -> CompletableFuture.supplyAsync(() -> last(store, acknowledged, last)))
              .toList();
      for (int count = 2; count <= last; count++) {
        put(store, count, 1);
        acknowledged.set(count);
      }
      assertThat(readers).allSatisfy(reader -> assertThat(reader.join()).isEqualTo(last));
    }
  }

  /** Reads until the last count is there. */
  private static long last(RocksStore store, AtomicLong acknowledged, int last) {
    long seen = 0;
    while (seen < last) {
      long atLeast = Math.max(seen, acknowledged.get());
      seen = store.getEach(List.of(KEY)).getFirst().orElseThrow().get(COUNT);
      assertThat(seen).isGreaterThanOrEqualTo(atLeast);
    }
    return seen;
  }

  private static RocksStore open(Path folder, Instant now) {
    RocksStore store = RocksStore.open(folder, OPTIONS, () -> now);
    store.create(TABLE);
    return store;
  }

  private static void put(RocksStore store, long count, int restChars) {
    store.write(PlainBatch.in(KEY.partition(), count).put(row(count, restChars)).build());
  }

  private static Row row(long count, int restChars) {
    return Row.of(KEY, COUNT.of(count), REST.of("x".repeat(restChars)));
  }

  /** Read twice, alone and among others. */
  private static Optional<Long> count(RocksStore store) {
    Optional<Row> row = store.get(KEY);
    assertThat(store.get(KEY)).isEqualTo(row);
    assertThat(store.getEach(List.of(KEY, KEY))).containsExactly(row, row);
    return row.map(found -> found.get(COUNT));
  }
}
