package io.messina.server.metrics;

import io.messina.store.Row;
import io.messina.store.Table;
import java.util.Iterator;

/** The rows of a scan; the first look at them is measured. For one thread. */
final class MeteredRows implements Iterator<Row> {

  private final StoreMeter meter;
  private final Table table;
  private final Iterator<Row> rows;
  private boolean begun;

  MeteredRows(StoreMeter meter, Table table, Iterator<Row> rows) {
    this.meter = meter;
    this.table = table;
    this.rows = rows;
  }

  @Override
  public boolean hasNext() {
    if (begun) {
      return rows.hasNext();
    }
    begun = true;
    return meter.measure("scan", table, rows::hasNext);
  }

  @Override
  public Row next() {
    if (begun) {
      return rows.next();
    }
    begun = true;
    return meter.measure("scan", table, rows::next);
  }
}
