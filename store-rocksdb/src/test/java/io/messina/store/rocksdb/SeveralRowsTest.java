package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Column;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeveralRowsTest {

  private static final Column<Long> NUMBER = Column.ofLong("number");
  private static final Column<String> TEXT = Column.ofText("text");
  private static final Table TABLE =
      Table.plain("several").partitionedBy(NUMBER).columns(TEXT).expiring().build();
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<RowKey> KEYS =
      LongStream.range(0, 300).mapToObj(i -> TABLE.partition(NUMBER.of(i)).row()).toList();

  @TempDir private Path folder;

  @Test
  void several_rows_are_read_each_as_it_is_read_alone_also_once_ranges_are_deleted() {
    try (RocksStore store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, () -> NOW)) {
      store.create(TABLE);
      for (int i = 0; i < KEYS.size(); i++) {
        if (i % 3 < 2) {
          put(store, KEYS.get(i), i % 3 == 0 ? NOW : NOW.plus(Duration.ofMillis(1)));
        }
      }
      List<Optional<Row>> rows = store.getEach(KEYS);
      assertThat(rows).isEqualTo(KEYS.stream().map(store::get).toList());
      assertThat(rows.stream().filter(Optional::isPresent)).hasSize(100);

      store.write(PlainBatch.in(KEYS.get(1).partition(), 2).deletePartition().build());

      assertThat(store.getEach(KEYS).stream().filter(Optional::isPresent)).hasSize(99);
      assertThat(store.getEach(KEYS).get(1)).isEmpty();
    }
  }

  private static void put(RocksStore store, RowKey key, Instant expiresAt) {
    Row row = Row.of(key, TEXT.of(key.toString()));
    store.write(PlainBatch.in(key.partition(), 1).put(row, expiresAt).build());
  }
}
