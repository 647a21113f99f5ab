package io.messina.testkit;

import io.messina.store.Cell;
import io.messina.store.ClusteringKey;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Mutation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.StaticRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A partition of a FENCED table: its fence, its static columns and its rows. */
final class FencedPartition implements Partition {

  private final PartitionKey key;
  private final NavigableMap<Place, Row> rows = new TreeMap<>();
  private final @Nullable Object[] statics;
  private @Nullable Fence fence;

  /** What stood before the last write, as long as nobody knows of that. */
  private Optional<StaticRow> before = Optional.empty();

  private boolean known = true;

  FencedPartition(PartitionKey key) {
    this.key = key;
    this.statics = new @Nullable Object[key.table().staticColumns().size()];
  }

  Optional<Fence> fence() {
    return Optional.ofNullable(fence);
  }

  Optional<StaticRow> statics() {
    return fence().map(standing -> StaticRow.ofValues(key, standing, statics.clone()));
  }

  /**
   * What a look sees.
   *
   * @param all whether also what nobody knows of
   */
  Optional<StaticRow> seen(boolean all) {
    return all || known ? statics() : before;
  }

  /** From now on all see the last write. */
  void settle() {
    known = true;
  }

  FenceOutcome apply(FencedBatch batch) {
    if (!batch.expected().equals(fence())) {
      return new FenceOutcome.Rejected(fence());
    }
    before = statics();
    known = false;
    fence = batch.next();
    List<Column<?>> columns = key.table().staticColumns();
    for (Cell<?> cell : batch.set()) {
      statics[columns.indexOf(cell.column())] = cell.value();
    }
    for (Column<?> column : batch.unset()) {
      statics[columns.indexOf(column)] = null;
    }
    batch.mutations().forEach(this::apply);
    return new FenceOutcome.Applied();
  }

  @Override
  public Optional<Row> row(ClusteringKey key, Instant now) {
    return Optional.ofNullable(rows.get(Place.of(key)));
  }

  @Override
  public List<Row> rows(PlaceSpan span, boolean descending, int rowsMax, Instant now) {
    List<Row> seen = new ArrayList<>();
    NavigableMap<Place, Row> view = span.of(rows);
    for (Row row : (descending ? view.descendingMap() : view).values()) {
      seen.add(row);
      if (seen.size() == rowsMax) {
        break;
      }
    }
    return seen;
  }

  private void apply(Mutation mutation) {
    switch (mutation) {
      case Mutation.Put put -> rows.put(Place.of(put.row().key().clustering()), put.row());
      case Mutation.DeleteRow delete -> rows.remove(Place.of(delete.key().clustering()));
      case Mutation.DeleteRange delete -> PlaceSpan.of(delete.range()).of(rows).clear();
      case Mutation.DeletePartition delete -> rows.clear();
    }
  }
}
