package io.messina.store.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.messina.store.ClusteringRange;
import io.messina.store.ClusteringRange.Bound;
import io.messina.store.Row;
import io.messina.store.Scan;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The rows of a scan, of which one page is in memory at a time. For use by one thread. */
final class ScanCursor implements Iterator<Row> {

  private final KeyspaceTables tables;
  private final Scan scan;
  private final InstantSource clock;
  private final Queue<Row> page = new ArrayDeque<>();
  private @Nullable PageSize size;
  private @Nullable ByteBuffer next;
  private boolean isEnded;
  private int left;

  ScanCursor(KeyspaceTables tables, Scan scan, InstantSource clock) {
    this.tables = tables;
    this.scan = scan;
    this.clock = clock;
    this.left = scan.limit();
  }

  @Override
  public boolean hasNext() {
    while (page.isEmpty() && !isEnded) {
      isEnded = tables.use(scan.table(), this::readPage);
    }
    return !page.isEmpty();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException(scan.toString());
    }
    return page.remove();
  }

  /** Whether it was the last one. */
  private boolean readPage(OpenTable open) {
    if (RangeBounds.isEmpty(scan.range())) {
      return true;
    }
    PageSize pages = size == null ? new PageSize(open.sizes) : size;
    int rows = next == null ? Math.min(left, pages.rows()) : pages.rows();
    AsyncResultSet answer = open.send(statement(open, rows), pages.bytes());
    take(open, answer, pages);
    size = pages;
    next = answer.getExecutionInfo().getPagingState();
    return next == null || left == 0;
  }

  private void take(OpenTable open, AsyncResultSet answer, PageSize pages) {
    RowDecoder decoder = new RowDecoder(open, scan.partition(), clock.instant());
    long largest = 0;
    for (com.datastax.oss.driver.api.core.cql.Row row : answer.currentPage()) {
      largest = Math.max(largest, RowDecoder.bytes(row));
      Optional<Row> taken = left == 0 ? Optional.empty() : decoder.scanned(row);
      if (taken.isPresent()) {
        page.add(taken.get());
        left--;
      }
    }
    pages.note(largest);
  }

  private BoundStatement statement(OpenTable open, int rows) {
    ClusteringRange range = scan.range();
    Binding binding =
        open.binding(open.statements.scan(range, scan.reversed()))
            .add(scan.table().partitionColumns(), scan.partition().values());
    range.lower().ifPresent(bound -> add(binding, bound));
    range.upper().ifPresent(bound -> add(binding, bound));
    BoundStatement statement = RowReads.consistent(open, binding.build()).setPageSize(rows);
    return next == null ? statement : statement.setPagingState(next);
  }

  private void add(Binding binding, Bound bound) {
    binding.add(scan.table().clusteringColumns(), bound.prefix().values());
  }
}
