package io.messina.store.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import io.messina.store.ClusteringKey;
import io.messina.store.Column;
import io.messina.store.ColumnType;
import io.messina.store.PartitionKey;
import io.messina.store.RowKey;
import io.messina.store.StoreException;
import io.messina.store.Table;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes rows of the store from rows of the driver, column by column in the order of a SELECT. */
final class RowDecoder {

  private final OpenTable open;
  private final Table table;
  private final PartitionKey partition;
  private final Instant now;

  RowDecoder(OpenTable open, PartitionKey partition, Instant now) {
    this.open = open;
    this.table = open.table;
    this.partition = partition;
    this.now = now;
  }

  /** A row of {@link TableStatements#get}, unless it has expired. */
  Optional<io.messina.store.Row> get(RowKey key, Row row) {
    return ofColumns(key, row, 0);
  }

  /**
   * A row of {@link TableStatements#scan}, unless it has expired or is the static columns alone.
   */
  Optional<io.messina.store.Row> scanned(Row row) {
    int keys = table.clusteringColumns().size();
    if (open.names.hasOnlyRow()) {
      return row.isNull(0)
          ? Optional.empty()
          : ofColumns(new RowKey(partition, new ClusteringKey(table, List.of())), row, 1);
    }
    if (keys > 0 && row.getBytesUnsafe(0) == null) {
      return Optional.empty();
    }
    List<Object> clustering = new ArrayList<>(keys);
    for (int i = 0; i < keys; i++) {
      clustering.add(required(table.clusteringColumns().get(i), row, i));
    }
    return ofColumns(new RowKey(partition, new ClusteringKey(table, clustering)), row, keys);
  }

  /** A row of {@link TableStatements#partitions}. */
  static PartitionKey partition(Table table, Row row) {
    List<Object> values = new ArrayList<>();
    for (Column<?> column : table.partitionColumns()) {
      values.add(required(column, row, values.size()));
    }
    return new PartitionKey(table, values);
  }

  /** Values of some columns from a place on. */
  static @Nullable Object[] values(List<Column<?>> columns, Row row, int from) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(columns.get(i), row, from + i);
    }
    return values;
  }

  /** Returns the number of bytes in a row of the driver. */
  static long bytes(Row row) {
    long bytes = RowSizes.BYTES_MIN;
    for (int i = 0; i < row.size(); i++) {
      ByteBuffer value = row.getBytesUnsafe(i);
      bytes += value == null ? 0 : value.remaining();
    }
    return bytes;
  }

  private Optional<io.messina.store.Row> ofColumns(RowKey key, Row row, int from) {
    if (table.isExpiring() && isExpired(row.getBytesUnsafe(from + table.columns().size()))) {
      return Optional.empty();
    }
    return Optional.of(io.messina.store.Row.ofValues(key, values(table.columns(), row, from)));
  }

  private boolean isExpired(@Nullable ByteBuffer expiresAt) {
    return CqlType.decode(ColumnType.INSTANT, expiresAt) instanceof Instant moment
        && !now.isBefore(moment);
  }

  private static Object required(Column<?> column, Row row, int place) {
    Object value = value(column, row, place);
    if (value == null) {
      throw new StoreException(
          StoreException.Code.DAMAGED, column + ": none (expected: a value in a key)");
    }
    return value;
  }

  private static @Nullable Object value(Column<?> column, Row row, int place) {
    try {
      return CqlType.decode(column.type(), row.getBytesUnsafe(place));
    } catch (RuntimeException e) {
      throw new StoreException(
          StoreException.Code.DAMAGED,
          column + ": bytes that are no such value: " + e.getMessage(),
          e);
    }
  }
}
