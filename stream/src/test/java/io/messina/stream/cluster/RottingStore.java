package io.messina.stream.cluster;

import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.ForwardingStore;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Reads rows of logs wrongly that hold events which rot, and the definitions of such streams. */
final class RottingStore extends ForwardingStore {

  private static final Column<Bytes> BATCH = Column.ofBytes("batch");
  private static final Column<String> NAME = Column.ofText("name");
  private static final Column<String> DEFINITION = Column.ofText("definition");

  private final Runnable damaged;

  /**
   * A store.
   *
   * @param damaged is called for each row that is read wrongly
   */
  RottingStore(Store store, Runnable damaged) {
    super(store);
    this.damaged = damaged;
  }

  @Override
  public Optional<Row> get(RowKey key) {
    return super.get(key).map(this::read);
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    Iterator<Row> rows = super.scan(scan);
    String table = scan.table().name();
    if (!table.startsWith("log_") && !table.equals("definitions")) {
      return rows;
    }
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        return read(rows.next());
      }
    };
  }

  private Row read(Row row) {
    String table = row.key().table().name();
    if (table.startsWith("log_") && rots(row.get(BATCH))) {
      damaged.run();
      return with(row, BATCH, garbled(row.get(BATCH)));
    }
    if (table.equals("definitions") && Payloads.rots(row.get(NAME))) {
      damaged.run();
      return with(row, DEFINITION, "{");
    }
    return row;
  }

  private static boolean rots(Bytes batch) {
    return new String(batch.toArray(), StandardCharsets.ISO_8859_1).contains(Payloads.ROTS);
  }

  private static Bytes garbled(Bytes bytes) {
    byte[] garbled = bytes.toArray();
    garbled[garbled.length - 1] ^= 1;
    return Bytes.wrap(garbled);
  }

  private static <T> Row with(Row row, Column<T> changed, T value) {
    List<Object> values = new ArrayList<>();
    List<Column<?>> columns = row.key().table().columns();
    for (int i = 0; i < columns.size(); i++) {
      values.add(columns.get(i).equals(changed) ? value : row.value(i));
    }
    return Row.ofValues(row.key(), values.toArray());
  }
}
