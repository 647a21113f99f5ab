package io.messina.store.cql;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.messina.store.ClusteringRange;
import io.messina.store.ClusteringRange.Bound;
import io.messina.store.Row;
import io.messina.store.Scan;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Asks for the rows of a scan.
 *
 * @param scan the scan
 * @param clock by which rows expire
 */
record ScanQuery(Scan scan, InstantSource clock) implements PageCursor.Query<Row> {

  @Override
  public boolean isEmpty() {
    return RangeBounds.isEmpty(scan.range());
  }

  @Override
  public BoundStatement statement(OpenTable open) {
    ClusteringRange range = scan.range();
    Binding binding =
        open.binding(open.statements.scan(range, scan.reversed()))
            .add(scan.table().partitionColumns(), scan.partition().values());
    range.lower().ifPresent(bound -> add(binding, bound));
    range.upper().ifPresent(bound -> add(binding, bound));
    return binding.build();
  }

  @Override
  public Function<com.datastax.oss.driver.api.core.cql.Row, Optional<Row>> decoder(OpenTable open) {
    Instant now = scan.expiredToo() ? Instant.MIN : clock.instant();
    return new RowDecoder(open, scan.partition(), now)::scanned;
  }

  @Override
  public RowSizes sizes(OpenTable open) {
    return open.sizes;
  }

  private void add(Binding binding, Bound bound) {
    binding.add(scan.table().clusteringColumns(), bound.prefix().values());
  }
}
