package io.messina.cli.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Column;
import io.messina.store.HybridClock;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of README, between the two comments. */
class StoreExampleTest {

  // README: begin
  static final Column<String> DOOR = Column.ofText("door");
  static final Column<Instant> TIME = Column.ofInstant("time");
  static final Column<String> BADGE = Column.ofText("badge");
  static final Table ENTRIES =
      Table.plain("entries")
          .partitionedBy(DOOR)
          .clusteredBy(TIME)
          .columns(BADGE)
          .descending()
          .build();

  static List<Row> enter(Path folder, String badge) {
    InstantSource clock = InstantSource.system();
    try (Store store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, clock)) {
      store.create(ENTRIES);
      HybridClock timestamps = new HybridClock(clock, store.timestampFloorMicros());
      PartitionKey door = ENTRIES.partition(DOOR.of("north"));
      Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      Row entry = Row.of(door.row(TIME.of(now)), BADGE.of(badge));
      store.write(PlainBatch.in(door, timestamps.next()).put(entry).build()); // it is on disk
      List<Row> newestTen = new ArrayList<>();
      store.scan(Scan.of(door).first(10)).forEachRemaining(newestTen::add);
      return newestTen;
    }
  }

  // README: end

  @Test
  void who_entered_last_is_listed_first(@TempDir Path folder) {
    enter(folder, "4711");
    assertThat(enter(folder, "4712")).map(row -> row.get(BADGE)).containsExactly("4712", "4711");
  }
}
