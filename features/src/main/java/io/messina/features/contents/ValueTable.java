package io.messina.features.contents;

import io.messina.api.feature.EntityId;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;

/** The table of scalar values: a partition of one row for each. */
public final class ValueTable {

  private static final Column<String> FEATURE_KEY = Column.ofText("feature_key");
  private static final Column<String> ENTITY_ID = Column.ofText("entity_id");
  private static final Column<Bytes> PACKED = Column.ofBytes("packed");

  /** The declaration. */
  public static final Table FEATURE_VALUES =
      Table.plain("feature_values").partitionedBy(FEATURE_KEY, ENTITY_ID).columns(PACKED).build();

  private ValueTable() {}

  static RowKey key(String featureKey, EntityId entity) {
    return FEATURE_VALUES.partition(FEATURE_KEY.of(featureKey), ENTITY_ID.of(entity.text())).row();
  }

  static Row row(RowKey key, PackedValue value) {
    return Row.of(key, PACKED.of(value.pack()));
  }

  static PackedValue value(Row row) {
    return PackedValue.read(row.get(PACKED));
  }
}
