package io.messina.features.contents;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListQuery;
import io.messina.features.StoredFeature;
import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads lists. Expired items are left out by the bounds of each scan, so that they cost nothing
 * even if the store still has them.
 *
 * @param store with the table {@link ListTable#LIST_ITEMS}
 * @param clock by which items expire
 * @param bounds how much one read of a unique list looks at
 */
record ListReader(Store store, InstantSource clock, ReadBounds bounds) {

  /** A page may exceed it by one item. */
  static final long PAGE_BYTES_MAX = 8 << 20;

  /**
   * Reads a page that ends once its values have so many bytes; it then names the place where the
   * next page begins.
   *
   * @param lists the number of lists in one call, which share the bounds
   */
  ItemPage read(StoredFeature feature, EntityId entity, ListQuery query, long bytesMax, int lists) {
    Span span = living(feature).within(query.minTime(), query.maxTime());
    if (span.isEmpty()) {
      return ItemPage.EMPTY;
    }
    PartitionKey partition = ListTable.partition(feature.key(), entity);
    PageBuilder page = new PageBuilder(feature.options().valueType(), query.limit(), bytesMax);
    return feature.options().unique()
        ? new UniqueReader(store, partition, span, bounds.among(lists), ItemPlace.of(query))
            .read(page, query.limit())
        : readAll(partition, span, query, page);
  }

  boolean contains(
      StoredFeature feature,
      EntityId entity,
      Bytes value,
      Optional<Instant> minTime,
      Optional<Instant> maxTime) {
    Span span = living(feature).within(minTime, maxTime);
    PartitionKey partition = ListTable.partition(feature.key(), entity);
    return !span.isEmpty() && store.scan(index(partition, value, span).first(1)).hasNext();
  }

  /**
   * By the index, whose rows are small, if all items count, or if values count, because the rows of
   * one value are side by side; otherwise by the items, since only they are in the order of times.
   */
  long count(
      StoredFeature feature,
      EntityId entity,
      Optional<Instant> minTime,
      Optional<Instant> maxTime) {
    Span span = living(feature).within(minTime, maxTime);
    PartitionKey partition = ListTable.partition(feature.key(), entity);
    if (span.isEmpty()) {
      return 0;
    }
    boolean isUnique = feature.options().unique();
    if (!isUnique && !span.equals(Span.ALL)) {
      return size(items(partition, span));
    }
    Iterator<Row> index =
        store.scan(Scan.of(partition, ListTable.range(ItemKey.indexFrom(), ItemKey.indexEnd())));
    return isUnique ? values(keys(index, ItemKey::ofIndex), span) : size(index);
  }

  /** The keys of all items of a value, newest first, expired ones included. */
  Iterator<ItemKey> keysOf(PartitionKey partition, Bytes value) {
    return keys(store.scan(index(partition, value, Span.ALL)), ItemKey::ofIndex);
  }

  /** The keys of all items that have a time, newest first. */
  Iterator<ItemKey> keys(PartitionKey partition, Span span) {
    return keys(items(partition, span), ItemKey::ofItem);
  }

  /** The times of items that have not expired. */
  Span living(StoredFeature feature) {
    return feature
        .options()
        .ttl()
        .map(ttl -> Span.since(clock.instant().minus(ttl)))
        .orElse(Span.ALL);
  }

  private ItemPage readAll(PartitionKey partition, Span span, ListQuery query, PageBuilder page) {
    String below =
        ItemPlace.of(query)
            .map(place -> place.last().item())
            .filter(after -> after.compareTo(span.end()) < 0)
            .orElseGet(span::end);
    Iterator<Row> rows =
        store.scan(Scan.of(partition, ListTable.range(span.begin(), below)).first(query.limit()));
    String last = "";
    while (!page.isFull() && rows.hasNext()) {
      Row row = rows.next();
      last = ListTable.key(row);
      page.add(row, last);
    }
    return page.build(
        page.isFull() ? Optional.of(ItemPlace.of(ItemKey.ofItem(last))) : Optional.empty());
  }

  private static Scan index(PartitionKey partition, Bytes value, Span span) {
    String digest = ItemKey.digest(value);
    return Scan.of(
        partition, ListTable.range(ItemKey.indexFrom(digest, span.from()), span.indexEnd(digest)));
  }

  private Iterator<Row> items(PartitionKey partition, Span span) {
    return span.isEmpty()
        ? Collections.emptyIterator()
        : store.scan(Scan.of(partition, ListTable.range(span.begin(), span.end())));
  }

  private static long size(Iterator<Row> rows) {
    long size = 0;
    while (rows.hasNext()) {
      var _ = rows.next();
      size++;
    }
    return size;
  }

  /** The keys of one value must be side by side. */
  private static long values(Iterator<ItemKey> keys, Span span) {
    long values = 0;
    String counted = "";
    while (keys.hasNext()) {
      ItemKey key = keys.next();
      if (span.contains(key.nanos()) && !key.digest().equals(counted)) {
        values++;
        counted = key.digest();
      }
    }
    return values;
  }

  private static Iterator<ItemKey> keys(Iterator<Row> rows, Function<String, ItemKey> reading) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public ItemKey next() {
        return reading.apply(ListTable.key(rows.next()));
      }
    };
  }
}
