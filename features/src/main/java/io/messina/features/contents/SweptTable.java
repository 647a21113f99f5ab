package io.messina.features.contents;

import io.messina.api.feature.FeatureKind;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Table;
import java.util.List;
import java.util.Optional;

/** The tables of contents, in the order in which they are walked over; their keys are alike. */
enum SweptTable {
  LISTS(FeatureKind.LIST, ListTable.LIST_ITEMS),
  VALUES(FeatureKind.SCALAR, ValueTable.FEATURE_VALUES);

  private static final Column<String> FEATURE_KEY = Column.ofText("feature_key");
  private static final Column<String> ENTITY_ID = Column.ofText("entity_id");

  private final FeatureKind kind;
  private final Table table;

  SweptTable(FeatureKind kind, Table table) {
    this.kind = kind;
    this.table = table;
  }

  static SweptTable of(PartitionKey partition) {
    return partition.table().equals(LISTS.table) ? LISTS : VALUES;
  }

  /** The walks behind a partition, or all. */
  static List<PartitionWalk> walks(Optional<PartitionKey> after) {
    PartitionWalk lists = PartitionWalk.of(LISTS.table);
    PartitionWalk values = PartitionWalk.of(VALUES.table);
    return after
        .map(
            last ->
                switch (of(last)) {
                  case LISTS -> List.of(lists.behind(last), values);
                  case VALUES -> List.of(values.behind(last));
                })
        .orElseGet(() -> List.of(lists, values));
  }

  FeatureKind kind() {
    return kind;
  }

  PartitionKey partition(String featureKey, String entity) {
    return table.partition(FEATURE_KEY.of(featureKey), ENTITY_ID.of(entity));
  }

  /**
   * Deletes the rows of a partition. A value is one row: the embedded store reads many rows in one
   * request only if no partition of their table was ever deleted.
   */
  static PlainBatch deletion(PartitionKey partition, long timestampMicros) {
    PlainBatch.Builder batch = PlainBatch.in(partition, timestampMicros);
    return switch (of(partition)) {
      case LISTS -> batch.deletePartition().build();
      case VALUES -> batch.delete(partition.row()).build();
    };
  }

  static String featureKey(PartitionKey partition) {
    return partition.get(FEATURE_KEY);
  }

  static String entity(PartitionKey partition) {
    return partition.get(ENTITY_ID);
  }
}
