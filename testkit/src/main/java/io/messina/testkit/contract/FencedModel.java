package io.messina.testkit.contract;

import io.messina.store.Cell;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Mutation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The expected content of a FENCED partition: maps that are changed by one write after the other.
 */
final class FencedModel {

  private final PartitionKey partition;
  private final Map<Column<?>, Object> statics = new HashMap<>();
  private final Map<RowKey, Row> rows = new HashMap<>();
  private Optional<Fence> fence = Optional.empty();

  FencedModel(PartitionKey partition) {
    this.partition = partition;
  }

  Optional<Fence> fence() {
    return fence;
  }

  FenceOutcome writeIf(FencedBatch batch) {
    if (!batch.expected().equals(fence)) {
      return new FenceOutcome.Rejected(fence);
    }
    fence = Optional.of(batch.next());
    for (Cell<?> cell : batch.set()) {
      statics.put(cell.column(), cell.value());
    }
    batch.unset().forEach(statics::remove);
    batch.mutations().forEach(this::apply);
    return new FenceOutcome.Applied();
  }

  Optional<StaticRow> getStatic() {
    return fence.map(standing -> StaticRow.ofValues(partition, standing, staticValues()));
  }

  Optional<Row> get(RowKey key) {
    return Optional.ofNullable(rows.get(key));
  }

  List<Row> rows(Scan scan) {
    return PlainModel.scanned(scan, rows.values().stream());
  }

  private void apply(Mutation mutation) {
    switch (mutation) {
      case Mutation.Put put -> rows.put(put.row().key(), put.row());
      case Mutation.DeleteRow delete -> rows.remove(delete.key());
      case Mutation.DeleteRange delete ->
          rows.keySet().removeIf(key -> delete.range().contains(key.clustering()));
      case Mutation.DeletePartition _ -> rows.clear();
    }
  }

  private @Nullable Object[] staticValues() {
    List<Column<?>> columns = partition.table().staticColumns();
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = statics.get(columns.get(i));
    }
    return values;
  }
}
