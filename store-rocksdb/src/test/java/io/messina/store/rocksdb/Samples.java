package io.messina.store.rocksdb;

import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Tables of each kind, and rows for them. */
final class Samples {

  static final Column<String> OWNER = Column.ofText("owner");
  static final Column<Long> NUMBER = Column.ofLong("number");
  static final Column<Bytes> CONTENT = Column.ofBytes("content");
  static final Column<Long> COUNT = Column.ofLong("count");

  static final Table NOTES =
      Table.plain("notes")
          .partitionedBy(OWNER)
          .clusteredBy(NUMBER)
          .columns(CONTENT)
          .expiring()
          .build();
  static final Table LOG = appendOnly("log");

  /** Its rows are in a {@link RowLog}. */
  static final Table EVENTS = appendOnly("log_events");

  static final Table FOREVER =
      Table.plain("forever")
          .partitionedBy(OWNER)
          .clusteredBy(NUMBER)
          .columns(CONTENT)
          .appendOnly()
          .build();
  static final Table COUNTERS =
      Table.fenced("counters")
          .partitionedBy(OWNER)
          .clusteredBy(NUMBER)
          .statics(COUNT)
          .columns(CONTENT)
          .build();

  private static final int CONTENT_BYTES = 2048;

  private Samples() {}

  private static Table appendOnly(String name) {
    return Table.plain(name)
        .partitionedBy(OWNER)
        .clusteredBy(NUMBER)
        .columns(CONTENT)
        .appendOnly()
        .expiring()
        .build();
  }

  static void createAll(Store store) {
    store.create(NOTES);
    store.create(LOG);
    store.create(EVENTS);
    store.create(FOREVER);
    store.create(COUNTERS);
  }

  static PartitionKey partition(Table table, String owner) {
    return table.partition(OWNER.of(owner));
  }

  static RowKey key(Table table, String owner, long number) {
    return partition(table, owner).row(NUMBER.of(number));
  }

  /** A row whose content follows from its key. */
  static Row row(Table table, String owner, long number) {
    byte[] content = new byte[CONTENT_BYTES];
    new Random(owner.hashCode() * 31L + number).nextBytes(content);
    return Row.of(key(table, owner, number), CONTENT.of(Bytes.wrap(content)));
  }

  static PlainBatch put(Table table, String owner, long number, long timestampMicros) {
    return PlainBatch.in(partition(table, owner), timestampMicros)
        .put(row(table, owner, number))
        .build();
  }

  static List<Long> numbers(Store store, Table table, String owner) {
    List<Long> numbers = new ArrayList<>();
    store
        .scan(Scan.of(partition(table, owner)))
        .forEachRemaining(row -> numbers.add(row.get(NUMBER)));
    return numbers;
  }
}
