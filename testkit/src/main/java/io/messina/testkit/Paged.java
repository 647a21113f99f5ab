package io.messina.testkit;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The results of a scan or a walk, read page by page; a page that failed is read again by the next
 * call.
 */
final class Paged<T> implements Iterator<T> {

  /** Reads pages. */
  interface Reader<T> {

    /**
     * Reads the results after a given one.
     *
     * @param seen the last one so far, or null at the beginning
     * @param most how many are still wanted, from 1
     */
    Page<T> read(@Nullable T seen, int most);
  }

  private final Reader<T> reader;
  private Iterator<T> page = Collections.emptyIterator();
  private @Nullable T seen;
  private int wanted;

  Paged(int limit, Reader<T> reader) {
    this.reader = reader;
    this.wanted = limit;
  }

  @Override
  public boolean hasNext() {
    while (!page.hasNext() && wanted > 0) {
      Page<T> read = reader.read(seen, wanted);
      page = read.items().iterator();
      wanted = read.last() ? 0 : wanted - read.items().size();
    }
    return page.hasNext();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("nothing is left");
    }
    T item = page.next();
    seen = item;
    return item;
  }
}
