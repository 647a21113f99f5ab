package io.messina.features.contents;

import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/** The keys of a list's items behind the newest ones. */
final class TrimmedKeys implements Iterator<ItemKey> {

  private final Iterator<ItemKey> newestFirst;
  private final Span living;
  private final boolean unique;
  private final int keep;
  private final Set<String> kept = new HashSet<>();
  private int count;
  private Optional<ItemKey> next = Optional.empty();

  /**
   * Keys to delete.
   *
   * @param living the times of items that may be kept
   * @param unique whether only the newest item of each value is kept, and counts
   * @param keep how many items are kept
   */
  TrimmedKeys(Iterator<ItemKey> newestFirst, Span living, boolean unique, int keep) {
    this.newestFirst = newestFirst;
    this.living = living;
    this.unique = unique;
    this.keep = keep;
  }

  @Override
  public boolean hasNext() {
    while (next.isEmpty() && newestFirst.hasNext()) {
      ItemKey key = newestFirst.next();
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
    if (count == keep || !living.contains(key.nanos()) || (unique && !kept.add(key.digest()))) {
      return false;
    }
    count++;
    return true;
  }
}
