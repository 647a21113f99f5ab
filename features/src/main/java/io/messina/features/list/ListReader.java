package io.messina.features.list;

import io.messina.features.EntityId;
import io.messina.features.FeatureValue;
import io.messina.features.ValueType;
import io.messina.features.catalog.StoredFeature;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads lists. What is over is left out by the bounds of each scan, so that it costs nothing even
 * where the store still has it.
 *
 * @param store with the table {@link ListTable#LIST_ITEMS}
 * @param clock by which items are over
 */
record ListReader(Store store, InstantSource clock) {

  /** A page may exceed it by one item. */
  static final long PAGE_BYTES_MAX = 8 << 20;

  private static final int UNIQUE_CHUNK_MIN = 64;
  private static final int UNIQUE_CHUNK_MAX = 1_000;

  /** Reads a page that ends, with what is behind it named, once its values have so many bytes. */
  ItemPage read(StoredFeature feature, EntityId entity, ListQuery query, long bytesMax) {
    Span span = span(feature, query.minTime(), query.maxTime());
    if (span.isEmpty()) {
      return ItemPage.EMPTY;
    }
    PartitionKey partition = ListTable.partition(feature.key(), entity);
    PageBuilder page = new PageBuilder(feature.options().valueType(), query.limit(), bytesMax);
    return feature.options().unique()
        ? readUnique(partition, span, query, page)
        : readAll(partition, span, query, page);
  }

  boolean contains(
      StoredFeature feature,
      EntityId entity,
      FeatureValue value,
      Optional<Instant> minTime,
      Optional<Instant> maxTime) {
    String digest = ItemKey.digest(value);
    Span span = span(feature, minTime, maxTime);
    String end =
        span.below()
            .map(nanos -> ItemKey.indexFrom(digest, nanos))
            .orElseGet(() -> ItemKey.indexEnd(digest));
    return !span.isEmpty()
        && store
            .scan(
                Scan.of(
                        ListTable.partition(feature.key(), entity),
                        ListTable.range(ItemKey.indexFrom(digest, span.from()), end))
                    .first(1))
            .hasNext();
  }

  /** By the index, whose rows are small and in the order of values. */
  long count(
      StoredFeature feature,
      EntityId entity,
      Optional<Instant> minTime,
      Optional<Instant> maxTime) {
    Span span = span(feature, minTime, maxTime);
    if (span.isEmpty()) {
      return 0;
    }
    long count = 0;
    String counted = "";
    Iterator<Row> rows = index(feature, entity);
    while (rows.hasNext()) {
      ItemKey key = ItemKey.ofIndex(ListTable.key(rows.next()));
      if (span.contains(key.nanos())
          && !(feature.options().unique() && key.digest().equals(counted))) {
        count++;
        counted = key.digest();
      }
    }
    return count;
  }

  /** The keys of the items of a value, also of those that are over. */
  Iterator<Row> indexOf(StoredFeature feature, EntityId entity, FeatureValue value) {
    String digest = ItemKey.digest(value);
    return store.scan(
        Scan.of(
            ListTable.partition(feature.key(), entity),
            ListTable.range(ItemKey.indexFrom(digest, 0), ItemKey.indexEnd(digest))));
  }

  /** All items, newest first. */
  Iterator<Row> items(StoredFeature feature, EntityId entity) {
    return store.scan(
        Scan.of(
            ListTable.partition(feature.key(), entity),
            ListTable.range(ItemKey.itemsFrom(0), ItemKey.ITEMS_END)));
  }

  private Iterator<Row> index(StoredFeature feature, EntityId entity) {
    return store.scan(
        Scan.of(
            ListTable.partition(feature.key(), entity),
            ListTable.range(ItemKey.indexFrom(), ItemKey.indexEnd())));
  }

  private ItemPage readAll(PartitionKey partition, Span span, ListQuery query, PageBuilder page) {
    String below =
        query.afterKey().filter(after -> after.compareTo(span.end()) < 0).orElseGet(span::end);
    Iterator<Row> rows =
        store.scan(Scan.of(partition, ListTable.range(span.begin(), below)).first(query.limit()));
    while (!page.isFull() && rows.hasNext()) {
      Row row = rows.next();
      page.add(row, ListTable.key(row));
    }
    return page.build();
  }

  /** From the newest one on, also for later pages: only so it knows which values were there. */
  private ItemPage readUnique(
      PartitionKey partition, Span span, ListQuery query, PageBuilder page) {
    int chunk = Math.clamp(2L * query.limit(), UNIQUE_CHUNK_MIN, UNIQUE_CHUNK_MAX);
    Optional<String> after = query.afterKey();
    Set<String> seen = new HashSet<>();
    Optional<String> below = Optional.of(span.end());
    while (below.isPresent() && !page.isFull()) {
      Iterator<Row> rows =
          store.scan(Scan.of(partition, ListTable.range(span.begin(), below.get())).first(chunk));
      below = Optional.empty();
      for (int i = 1; rows.hasNext() && !page.isFull(); i++) {
        Row row = rows.next();
        String key = ListTable.key(row);
        if (seen.add(ItemKey.ofItem(key).digest())
            && after.map(it -> key.compareTo(it) < 0).orElse(true)) {
          page.add(row, key);
        }
        below = i == chunk ? Optional.of(key) : Optional.empty();
      }
    }
    return page.build();
  }

  private Span span(StoredFeature feature, Optional<Instant> minTime, Optional<Instant> maxTime) {
    long from = minTime.map(ItemTime::clamped).orElse(0L);
    if (minTime.isPresent() && minTime.get().isAfter(ItemTime.MAX)) {
      return Span.NONE;
    }
    Optional<Long> below =
        maxTime.filter(time -> !time.isAfter(ItemTime.MAX)).map(ItemTime::clamped);
    Optional<Instant> over = feature.options().ttl().map(ttl -> clock.instant().minus(ttl));
    if (over.isPresent() && !over.get().isBefore(ItemTime.MAX)) {
      return Span.NONE;
    }
    long alive = over.map(time -> ItemTime.clamped(time.plusNanos(1))).orElse(0L);
    return new Span(Math.max(from, alive), below);
  }

  /** Times from one on, and below another one if any. */
  private record Span(long from, Optional<Long> below) {

    static final Span NONE = new Span(0, Optional.of(0L));

    boolean isEmpty() {
      return below.isPresent() && below.get() <= from;
    }

    boolean contains(long nanos) {
      return nanos >= from && (below.isEmpty() || nanos < below.get());
    }

    String begin() {
      return ItemKey.itemsFrom(from);
    }

    String end() {
      return below.map(ItemKey::itemsFrom).orElse(ItemKey.ITEMS_END);
    }
  }

  /** Gathers a page. */
  private static final class PageBuilder {

    private final ValueType type;
    private final int limit;
    private final long bytesMax;
    private final List<ListItem> items = new ArrayList<>();
    private long bytes;
    private String last = "";

    PageBuilder(ValueType type, int limit, long bytesMax) {
      this.type = type;
      this.limit = limit;
      this.bytesMax = bytesMax;
    }

    void add(Row row, String key) {
      FeatureValue value = ListTable.value(row, type);
      items.add(new ListItem(value, ItemTime.instant(ItemKey.nanosOf(key))));
      bytes += value.packed().length();
      last = key;
    }

    boolean isFull() {
      return items.size() >= limit || bytes >= bytesMax;
    }

    ItemPage build() {
      return new ItemPage(
          items, isFull() ? Optional.of(ItemKey.ofItem(last).place()) : Optional.empty());
    }
  }
}
