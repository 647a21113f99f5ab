package io.messina.features.list;

import io.messina.store.Row;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/** The keys of a list's items behind the newest ones. */
final class TrimmedKeys implements Iterator<ItemKey> {

  private final Iterator<Row> newestFirst;
  private final boolean unique;
  private final int keep;
  private final Set<String> kept = new HashSet<>();
  private int count;
  private Optional<ItemKey> next = Optional.empty();

  /**
   * Keys to delete.
   *
   * @param unique whether only the newest item of each value is kept, and counts
   * @param keep how many items are kept
   */
  TrimmedKeys(Iterator<Row> newestFirst, boolean unique, int keep) {
    this.newestFirst = newestFirst;
    this.unique = unique;
    this.keep = keep;
  }

  @Override
  public boolean hasNext() {
    while (next.isEmpty() && newestFirst.hasNext()) {
      ItemKey key = ItemKey.ofItem(ListTable.key(newestFirst.next()));
      if (!isKept(key)) {
        next = Optional.of(key);
      }
    }
    return next.isPresent();
  }

  @Override
  public ItemKey next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    ItemKey key = next.orElseThrow();
    next = Optional.empty();
    return key;
  }

  private boolean isKept(ItemKey key) {
    if (count == keep || (unique && !kept.add(key.digest()))) {
      return false;
    }
    count++;
    return true;
  }
}
