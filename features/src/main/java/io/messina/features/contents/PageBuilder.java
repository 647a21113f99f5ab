package io.messina.features.contents;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ValueType;
import io.messina.store.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers a page. For use by one thread. */
final class PageBuilder {

  private final ValueType type;
  private final int limit;
  private final long bytesMax;
  private final List<ListItem> items = new ArrayList<>();
  private long bytes;

  /**
   * An empty page.
   *
   * @param limit after how many items it is full
   * @param bytesMax after how many bytes of values it is full
   */
  PageBuilder(ValueType type, int limit, long bytesMax) {
    this.type = type;
    this.limit = limit;
    this.bytesMax = bytesMax;
  }

  void add(Row row, String key) {
    FeatureValue value = ListTable.value(row, type);
    items.add(new ListItem(value, ItemTime.instant(ItemKey.nanosOf(key))));
    bytes += ListTable.valueBytes(row);
  }

  boolean isFull() {
    return items.size() >= limit || bytes >= bytesMax;
  }

  ItemPage build(Optional<ItemPlace> next) {
    return new ItemPage(items, next.map(ItemPlace::text));
  }
}
