package io.messina.testkit;

import io.messina.store.ClusteringKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rows of a scan, read page by page; a page that failed is read again by the next call. */
final class PagedRows implements Iterator<Row> {

  /** Reads one page. */
  interface Reader {

    /**
     * Reads the rows behind one that was seen.
     *
     * @param seen the last row so far, or null at the beginning
     * @param rowsMax how many are still wanted, from 1
     */
    Page read(@Nullable ClusteringKey seen, int rowsMax);
  }

  private final Reader reader;
  private Iterator<Row> page = Collections.emptyIterator();
  private @Nullable ClusteringKey seen;
  private int wanted;

  PagedRows(Scan scan, Reader reader) {
    this.reader = reader;
    this.wanted = scan.limit();
  }

  @Override
  public boolean hasNext() {
    while (!page.hasNext() && wanted > 0) {
      Page read = reader.read(seen, wanted);
      page = read.rows().iterator();
      wanted = read.last() ? 0 : wanted - read.rows().size();
    }
    return page.hasNext();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the scan has ended");
    }
    Row row = page.next();
    seen = row.key().clustering();
    return row;
  }
}
