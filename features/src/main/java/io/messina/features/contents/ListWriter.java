package io.messina.features.contents;

import io.messina.api.WireException;
import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.ListItem;
import io.messina.features.StoredFeature;
import io.messina.features.ValueCodec;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Writes lists: an item and its index row always in one batch.
 *
 * @param store with the table {@link ListTable#LIST_ITEMS}
 * @param clock by which items expire
 */
record ListWriter(Store store, InstantSource clock) {

  /** Two mutations each fit into a batch of every engine. */
  static final int ITEMS_MAX = 500;

  static final int ITEM_BYTES_MAX = 2 << 20;

  AddedItems add(
      StoredFeature feature, EntityId entity, List<ListItem> items, long timestampMicros) {
    List<Bytes> values = packed(feature, items);
    Instant now = clock.instant();
    PartitionKey partition = ListTable.partition(feature.key(), entity);
    PlainBatch.Builder batch = PlainBatch.in(partition, timestampMicros);
    Set<ItemKey> keys = new HashSet<>();
    int expired = 0;
    for (int i = 0; i < values.size(); i++) {
      ListItem item = items.get(i);
      Optional<Instant> end = feature.options().ttl().map(item.time()::plus);
      ItemKey key = ItemKey.of(ItemTime.nanos(item.time()), values.get(i));
      if (end.isPresent() && !now.isBefore(end.get())) {
        expired++;
      } else if (keys.add(key)) {
        put(batch, ListTable.itemRow(partition, key, values.get(i)), end);
        put(batch, ListTable.indexRow(partition, key), end);
      }
    }
    if (!keys.isEmpty()) {
      store.write(batch.build());
    }
    return new AddedItems(items.size() - expired, expired);
  }

  /**
   * Deletes items by their keys, some at a time, so that the rows of an item that is added at the
   * same time stay together.
   *
   * @param keys of the items
   * @param living the times of the items that count
   * @param timestamps of the batches
   * @return the number of deleted items that count
   */
  long delete(
      PartitionKey partition, Iterator<ItemKey> keys, Span living, LongSupplier timestamps) {
    long deleted = 0;
    while (keys.hasNext()) {
      List<ItemKey> some = new ArrayList<>();
      while (some.size() < ITEMS_MAX && keys.hasNext()) {
        some.add(keys.next());
      }
      // Taken after the read, so that the deletion is newer than the items read
      PlainBatch.Builder batch = PlainBatch.in(partition, timestamps.getAsLong());
      for (ItemKey key : some) {
        batch.delete(ListTable.row(partition, key.item()));
        batch.delete(ListTable.row(partition, key.index()));
      }
      store.write(batch.build());
      deleted += some.stream().filter(key -> living.contains(key.nanos())).count();
    }
    return deleted;
  }

  void deleteAll(PartitionKey partition, long timestampMicros) {
    store.write(PlainBatch.in(partition, timestampMicros).deletePartition().build());
  }

  /**
   * Stores hold whole milliseconds; the rest, and an expiry that the store cannot hold, is left to
   * the readers.
   */
  private void put(PlainBatch.Builder batch, Row row, Optional<Instant> end) {
    end.map(time -> time.plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS))
        .filter(time -> !time.isAfter(store.limits().expiresAtMax()))
        .ifPresentOrElse(time -> batch.put(row, time), () -> batch.put(row));
  }

  private static List<Bytes> packed(StoredFeature feature, List<ListItem> items) {
    if (items.isEmpty()) {
      throw new RequestException.Refused(
          Reason.OUT_OF_BOUNDS, "items: 0 (expected: 1 to " + ITEMS_MAX + ")");
    }
    if (items.size() > ITEMS_MAX) {
      throw tooLarge("items: " + items.size() + " (expected: 1 to " + ITEMS_MAX + ")");
    }
    long bytes = 0;
    List<Bytes> values = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      Bytes value = packed(feature, items, i);
      bytes += value.length();
      values.add(value);
    }
    if (bytes > ITEM_BYTES_MAX) {
      throw tooLarge("items: " + bytes + " bytes (expected: at most " + ITEM_BYTES_MAX + ")");
    }
    return values;
  }

  private static Bytes packed(StoredFeature feature, List<ListItem> items, int index) {
    try {
      return ValueCodec.pack(feature.options().valueType(), items.get(index).value());
    } catch (WireException e) {
      throw items.size() == 1
          ? e
          : new WireException(e.fault(), "items[" + index + "]." + e.getMessage());
    }
  }

  private static RequestException.Refused tooLarge(String message) {
    return new RequestException.Refused(Reason.TOO_LARGE, message);
  }
}
