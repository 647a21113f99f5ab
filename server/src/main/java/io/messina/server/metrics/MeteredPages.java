package io.messina.server.metrics;

import io.messina.store.Table;
import java.util.Iterator;

/**
 * The rows of a scan or a walk; the first read is measured. For one thread.
 *
 * @param <T> rows or partitions
 */
final class MeteredPages<T> implements Iterator<T> {

  private final StoreMeter meter;
  private final String operation;
  private final Table table;
  private final Iterator<T> found;
  private boolean begun;

  MeteredPages(StoreMeter meter, String operation, Table table, Iterator<T> found) {
    this.meter = meter;
    this.operation = operation;
    this.table = table;
    this.found = found;
  }

  @Override
  public boolean hasNext() {
    if (begun) {
      return found.hasNext();
    }
    begun = true;
    return meter.measure(operation, table, found::hasNext);
  }

  @Override
  public T next() {
    if (begun) {
      return found.next();
    }
    begun = true;
    return meter.measure(operation, table, found::next);
  }
}
