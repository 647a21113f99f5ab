package io.messina.store.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.messina.store.Table;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The results of a query, of which one page is in memory at a time. For use by one thread.
 *
 * @param <T> an item made from a row of the database
 */
final class PageCursor<T> implements Iterator<T> {

  /**
   * A query, and how its rows are read.
   *
   * @param <T> an item made from a row of the database
   */
  interface Query<T> {

    /** Whether nothing can be found, and asking is not needed. */
    default boolean isEmpty() {
      return false;
    }

    /** The query, the same for each page. */
    BoundStatement statement(OpenTable open);

    /** Reads the rows of a page, as of the moment of this call; some may be none. */
    Function<Row, Optional<T>> decoder(OpenTable open);

    /** Returns the sizes of recent rows. */
    RowSizes sizes(OpenTable open);
  }

  private final KeyspaceTables tables;
  private final Table table;
  private final Query<T> query;
  private final int limit;
  private final Queue<T> page = new ArrayDeque<>();
  private @Nullable PageSize size;
  private @Nullable ByteBuffer next;
  private boolean isEnded;
  private int left;

  PageCursor(KeyspaceTables tables, Table table, int limit, Query<T> query) {
    this.tables = tables;
    this.table = table;
    this.query = query;
    this.limit = limit;
    this.left = limit;
  }

  @Override
  public boolean hasNext() {
    while (page.isEmpty() && !isEnded) {
      isEnded = tables.use(table, this::readPage);
    }
    return !page.isEmpty();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException(table.name());
    }
    return page.remove();
  }

  /** Whether it was the last one. */
  private boolean readPage(OpenTable open) {
    if (query.isEmpty()) {
      return true;
    }
    PageSize pages = size == null ? new PageSize(query.sizes(open), limit) : size;
    int rows = next == null ? Math.min(left, pages.rows()) : pages.rows();
    BoundStatement first = RowReads.consistent(open, query.statement(open)).setPageSize(rows);
    BoundStatement statement = next == null ? first : first.setPagingState(next);
    AsyncResultSet answer = open.send(statement, pages.bytes());
    take(query.decoder(open), answer, pages);
    size = pages;
    next = answer.getExecutionInfo().getPagingState();
    return next == null || left == 0;
  }

  private void take(Function<Row, Optional<T>> decoder, AsyncResultSet answer, PageSize pages) {
    long largest = 0;
    List<T> taken = new ArrayList<>();
    for (Row row : answer.currentPage()) {
      largest = Math.max(largest, RowDecoder.bytes(row));
      if (taken.size() < left) {
        decoder.apply(row).ifPresent(taken::add);
      }
    }
    // All at once, so that a page with a damaged row can be asked for again.
    page.addAll(taken);
    left -= taken.size();
    pages.note(largest);
  }
}
