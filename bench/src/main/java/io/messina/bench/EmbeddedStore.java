package io.messina.bench;

import io.messina.bench.figures.TemporaryFolder;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.HybridClock;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Table;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;

/** A fresh embedded store in a temporary folder, with one table of each kind, and rows for them. */
final class EmbeddedStore implements AutoCloseable {

  static final Column<Long> OWNER = Column.ofLong("owner");
  static final Column<Long> NUMBER = Column.ofLong("number");
  static final Column<Bytes> CONTENT = Column.ofBytes("content");

  /** Rows that are overwritten and deleted one by one. */
  static final Table ROWS =
      Table.plain("rows").partitionedBy(OWNER).clusteredBy(NUMBER).columns(CONTENT).build();

  /** Rows that are written once. */
  static final Table LOG =
      Table.plain("log")
          .partitionedBy(OWNER)
          .clusteredBy(NUMBER)
          .columns(CONTENT)
          .appendOnly()
          .build();

  /** Rows behind a fence. */
  static final Table FENCED =
      Table.fenced("fenced").partitionedBy(OWNER).clusteredBy(NUMBER).columns(CONTENT).build();

  private final TemporaryFolder folder;
  private final RocksStore store;
  private final HybridClock clock;

  private EmbeddedStore(TemporaryFolder folder, RocksStoreOptions options) {
    this.folder = folder;
    this.store = RocksStore.open(folder.path().resolve("store"), options, InstantSource.system());
    this.clock = new HybridClock(InstantSource.system(), store.timestampFloorMicros());
    List.of(ROWS, LOG, FENCED).forEach(store::create);
  }

  static EmbeddedStore open(RocksStoreOptions options) throws IOException {
    return new EmbeddedStore(TemporaryFolder.create(), options);
  }

  RocksStore store() {
    return store;
  }

  void put(Table table, long owner, long number, Bytes content) {
    Row row = Row.of(table.partition(OWNER.of(owner)).row(NUMBER.of(number)), CONTENT.of(content));
    store.write(PlainBatch.in(row.key().partition(), clock.next()).put(row).build());
  }

  /** Writes many rows of one partition, a thousand at a time. */
  void fill(Table table, long owner, int count, int contentBytes) {
    int step = 1000;
    for (long first = 0; first < count; first += step) {
      PlainBatch.Builder batch = PlainBatch.in(table.partition(OWNER.of(owner)), clock.next());
      for (long number = first; number < Math.min(first + step, count); number++) {
        batch.put(
            Row.of(
                table.partition(OWNER.of(owner)).row(NUMBER.of(number)),
                CONTENT.of(content(contentBytes, number))));
      }
      store.write(batch.build());
    }
  }

  /** Bytes that do not compress. */
  static Bytes content(int bytes, long seed) {
    byte[] content = new byte[bytes];
    new Random(seed).nextBytes(content);
    return Bytes.wrap(content);
  }

  @Override
  public void close() throws IOException {
    store.close();
    folder.close();
  }
}
