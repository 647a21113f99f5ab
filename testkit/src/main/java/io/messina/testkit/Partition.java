package io.messina.testkit;

import io.messina.store.ClusteringKey;
import io.messina.store.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The readable content of a partition of either kind. */
sealed interface Partition permits PlainPartition, FencedPartition {

  Optional<Row> row(ClusteringKey key, Instant now);

  /** The first rows of a span, from its smallest values or from its largest. */
  List<Row> rows(PlaceSpan span, boolean descending, int rowsMax, Instant now);
}
