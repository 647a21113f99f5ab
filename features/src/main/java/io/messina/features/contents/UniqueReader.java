package io.messina.features.contents;

import io.messina.api.feature.ItemPage;
import io.messina.features.contents.ItemPlace.Begun;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;

/**
 * Reads one page of a unique list: the newest item of each value, among the items from the first
 * one of the first page on. So a value that is added again between two pages is seen in its old
 * place.
 *
 * <p>A later page must know which values earlier pages have shown. While these are few, it reads
 * them again, in the same scan as its own items; beyond that it asks the index for each value. For
 * use by one thread, once.
 */
final class UniqueReader {

  private static final int CHUNK_MIN = 64;

  private final Store store;
  private final PartitionKey partition;
  private final Span span;
  private final ReadBounds bounds;
  private final Optional<ItemKey> after;
  private final Optional<String> above;
  private final int rowsAbove;
  private final Set<String> seen = new HashSet<>();
  private Optional<ItemKey> first;
  private Optional<ItemKey> last;
  private boolean asks;
  private int rows;
  private long bytes;
  private int asked;

  /**
   * A page that is not read yet.
   *
   * @param span which times, not empty
   * @param place where the page before has ended
   */
  UniqueReader(
      Store store,
      PartitionKey partition,
      Span span,
      ReadBounds bounds,
      Optional<ItemPlace> place) {
    this.store = store;
    this.partition = partition;
    this.span = span;
    this.bounds = bounds;
    Optional<Begun> begun =
        place.flatMap(ItemPlace::begun).filter(it -> it.first().item().compareTo(span.end()) < 0);
    after = place.map(ItemPlace::last);
    above = after.map(ItemKey::item);
    first = begun.map(Begun::first);
    asks = begun.map(Begun::isFar).orElse(false);
    rowsAbove = asks ? 0 : begun.map(Begun::rowsAbove).orElse(0);
    last = asks ? after : Optional.empty();
  }

  ItemPage read(PageBuilder page, int limit) {
    int chunk = Math.max(2 * limit, CHUNK_MIN);
    int count = rowsAbove + chunk;
    boolean mayHaveMore = true;
    while (mayHaveMore && !isDone(page)) {
      mayHaveMore = readSome(Math.min(count, bounds.rowsMax() - rows), page);
      chunk *= 2;
      count = chunk;
    }
    return page.build(mayHaveMore ? last.map(this::place) : Optional.empty());
  }

  /** Returns whether there may be more. */
  private boolean readSome(int count, PageBuilder page) {
    Iterator<Row> some =
        store.scan(Scan.of(partition, ListTable.range(span.begin(), below())).first(count));
    for (int i = 0; i < count && !isDone(page); i++) {
      if (!some.hasNext()) {
        return false;
      }
      Row row = some.next();
      ItemKey key = ItemKey.ofItem(ListTable.key(row));
      boolean isFirst = note(key, row);
      if (!isAbove(row)) {
        if (isFirst && !(asks && hasNewer(key))) {
          page.add(row, ListTable.key(row));
        }
      } else if (isFar()) {
        leap();
        return true;
      }
    }
    return true;
  }

  /** Below the rows read, or the beginning of the first page. */
  private String below() {
    return last.map(ItemKey::item).or(() -> first.map(ItemKey::itemAbove)).orElseGet(span::end);
  }

  /** Returns whether it is the first of its value that this page looks at. */
  private boolean note(ItemKey key, Row row) {
    rows++;
    bytes += ListTable.valueBytes(row);
    first = first.or(() -> Optional.of(key));
    last = Optional.of(key);
    return seen.add(key.digest());
  }

  /** Whether an earlier page has looked at it. */
  private boolean isAbove(Row row) {
    return above.map(it -> ListTable.key(row).compareTo(it) >= 0).orElse(false);
  }

  private void leap() {
    asks = true;
    last = after;
  }

  /** Whether the value has a newer item, by the index. */
  private boolean hasNewer(ItemKey key) {
    asked++;
    String digest = key.digest();
    String from = key.indexAbove(digest);
    String below = first.orElse(key).indexAbove(digest);
    return from.compareTo(below) < 0
        && store.scan(Scan.of(partition, ListTable.range(from, below)).first(1)).hasNext();
  }

  private boolean isDone(PageBuilder page) {
    return page.isFull()
        || rows >= bounds.rowsMax()
        || bytes >= bounds.bytesMax()
        || asked >= bounds.asksMax();
  }

  /** Whether so much was read that no later page reads it again. */
  private boolean isFar() {
    return asks || rows > bounds.againMax() || bytes > bounds.againBytesMax();
  }

  private ItemPlace place(ItemKey end) {
    return new ItemPlace(end, first.map(key -> new Begun(key, isFar() ? Begun.FAR : rows)));
  }
}
