package io.messina.store.cql;

import io.messina.store.ClusteringKey;
import io.messina.store.ClusteringRange;
import io.messina.store.ClusteringRange.Bound;
import io.messina.store.Table;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The bounds of a range of rows in CQL: a comparison of the first clustering columns with as many
 * values, at either end. Each of its few forms is a separate statement.
 */
final class RangeBounds {

  private RangeBounds() {}

  /** Whether no row can lie in a range. Not all databases accept an empty range. */
  static boolean isEmpty(ClusteringRange range) {
    if (range.lower().isEmpty() || range.upper().isEmpty()) {
      return false;
    }
    Bound lower = range.lower().get();
    Bound upper = range.upper().get();
    int compared = lower.prefix().compareValues(upper.prefix());
    if (compared != 0) {
      return compared > 0;
    }
    int lowerLength = lower.prefix().values().size();
    int upperLength = upper.prefix().values().size();
    return (lowerLength <= upperLength && !lower.inclusive())
        || (upperLength <= lowerLength && !upper.inclusive());
  }

  /** The same range with a lower bound in any case, and one that excludes no row. */
  static ClusteringRange bounded(ClusteringRange range) {
    Table table = range.table();
    if (range.lower().isPresent() || range.upper().isPresent()) {
      return range;
    }
    Object smallest = CqlType.smallest(table.clusteringColumns().get(0).type());
    Bound lower = new Bound(new ClusteringKey(table, List.of(smallest)), true);
    return new ClusteringRange(table, Optional.of(lower), Optional.empty());
  }

  /** {@code AND (a, b) > (?, ?) AND (a) <= (?)}, or as much of it as there are bounds. */
  static String text(TableNames names, ClusteringRange range) {
    return range.lower().map(bound -> text(names, bound, bound.inclusive() ? ">=" : ">")).orElse("")
        + range.upper().map(bound -> text(names, bound, bound.inclusive() ? "<=" : "<")).orElse("");
  }

  private static String text(TableNames names, Bound bound, String comparison) {
    List<String> columns = names.clustering().subList(0, bound.prefix().values().size());
    return " AND ("
        + String.join(", ", columns)
        + ") "
        + comparison
        + " ("
        + columns.stream().map(column -> "?").collect(Collectors.joining(", "))
        + ")";
  }
}
