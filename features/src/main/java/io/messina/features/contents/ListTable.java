package io.messina.features.contents;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueType;
import io.messina.features.ValueCodec;
import io.messina.store.Bytes;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;

/**
 * The table of list items: a partition for each list, with two rows for each item, of which the one
 * that indexes its value has an empty value itself. See {@link ItemKey} for their keys.
 */
public final class ListTable {

  private static final Column<String> FEATURE_KEY = Column.ofText("feature_key");
  private static final Column<String> ENTITY_ID = Column.ofText("entity_id");
  private static final Column<String> ITEM_KEY = Column.ofText("item_key");
  private static final Column<Bytes> VALUE = Column.ofBytes("value");

  /** The declaration. */
  public static final Table LIST_ITEMS =
      Table.plain("list_items")
          .partitionedBy(FEATURE_KEY, ENTITY_ID)
          .clusteredBy(ITEM_KEY)
          .descending()
          .columns(VALUE)
          .expiring()
          .build();

  private ListTable() {}

  static PartitionKey partition(String featureKey, EntityId entity) {
    return LIST_ITEMS.partition(FEATURE_KEY.of(featureKey), ENTITY_ID.of(entity.text()));
  }

  static String featureKey(PartitionKey partition) {
    return partition.get(FEATURE_KEY);
  }

  static EntityId entity(PartitionKey partition) {
    return new EntityId(partition.get(ENTITY_ID));
  }

  static Row itemRow(PartitionKey partition, ItemKey key, Bytes value) {
    return Row.of(row(partition, key.item()), VALUE.of(value));
  }

  /** With an empty value: no value would be a tombstone in databases. */
  static Row indexRow(PartitionKey partition, ItemKey key) {
    return Row.of(row(partition, key.index()), VALUE.of(Bytes.EMPTY));
  }

  static RowKey row(PartitionKey partition, String key) {
    return partition.row(ITEM_KEY.of(key));
  }

  static String key(Row row) {
    return row.get(ITEM_KEY);
  }

  static FeatureValue value(Row row, ValueType type) {
    return ValueCodec.unpack(type, row.get(VALUE));
  }

  static int valueBytes(Row row) {
    return row.get(VALUE).length();
  }

  /** The rows from one key to below another one. */
  static ClusteringRange range(String from, String below) {
    return LIST_ITEMS.rows().atLeast(ITEM_KEY.of(from)).below(ITEM_KEY.of(below));
  }
}
