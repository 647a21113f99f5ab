package io.messina.store.rocksdb;

import io.messina.store.Row;
import io.messina.store.Scan;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.rocksdb.RocksDBException;

/** Reads a scan page by page, and holds nothing native between pages. For use by one thread. */
final class RowCursor implements Iterator<Row> {

  private static final int PAGE_ROWS_MAX = 1024;

  private final DatabaseSlot slot;
  private final PageReader reader;
  private final Deque<Row> page = new ArrayDeque<>();
  private ByteRange rest;
  private int left;

  RowCursor(DatabaseSlot slot, PageReader reader, ByteRange range, Scan scan) {
    this.slot = slot;
    this.reader = reader;
    this.rest = range;
    this.left = scan.limit();
  }

  @Override
  public boolean hasNext() {
    while (page.isEmpty() && left > 0 && !rest.isEmpty()) {
      readPage();
    }
    return !page.isEmpty();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the scan has no more rows");
    }
    return page.remove();
  }

  private void readPage() {
    try {
      PageReader.Page read =
          slot.use(database -> reader.read(database, rest, Math.min(left, PAGE_ROWS_MAX)));
      page.addAll(read.rows());
      rest = read.rest();
      left -= read.rows().size();
    } catch (RocksDBException e) {
      throw RocksFailures.reading(e);
    }
  }
}
