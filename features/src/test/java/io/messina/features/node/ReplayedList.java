package io.messina.features.node;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A list as simple as it can be that knows when what was written. Whether an item is there that was
 * put for the first time after its removal may have been forgotten, it does not say.
 */
final class ReplayedList {

  private final Duration memory;
  private final Map<ListItem, Item> items = new HashMap<>();
  private final Set<ListItem> unknown = new HashSet<>();
  private Instant emptied = Instant.EPOCH;

  ReplayedList(Duration memory) {
    this.memory = memory;
  }

  /** What is known of an item: the newest put, and until when it was removed, for sure or not. */
  private static final class Item {
    private Optional<Instant> put = Optional.empty();
    private Optional<Instant> end = Optional.empty();
    private Instant removed = Instant.EPOCH;
    private Instant perhapsRemoved = Instant.EPOCH;
  }

  void put(ListItem listItem, Instant as, Optional<Duration> ttl, Instant now) {
    Optional<Instant> end = ttl.map(listItem.time()::plus);
    if (end.isPresent() && !now.isBefore(end.get())) {
      return;
    }
    Item item = items.computeIfAbsent(listItem, _ -> new Item());
    Instant removed = emptied.isAfter(item.removed) ? emptied : item.removed;
    if (!as.isAfter(removed) && !isForgotten(removed, now)) {
      return;
    }
    if (!as.isAfter(removed) || !as.isAfter(item.perhapsRemoved)) {
      unknown.add(listItem);
    } else if (item.put.filter(standing -> !as.isAfter(standing)).isEmpty()) {
      item.put = Optional.of(as);
      item.end = end;
      unknown.remove(listItem);
    } else if (item.end.filter(standing -> isForgotten(standing, now)).isPresent()) {
      unknown.add(listItem);
    }
  }

  /** It was written again with another end, of which any may stand. */
  void unsure(ListItem item) {
    unknown.add(item);
  }

  void remove(FeatureValue value, Optional<Duration> ttl, Instant now) {
    removeAll(item -> item.value().equals(value), ttl, now);
  }

  void keep(Set<ListItem> kept, Optional<Duration> ttl, Instant now) {
    removeAll(item -> !kept.contains(item), ttl, now);
  }

  void removeAll(Instant now) {
    emptied = now;
    unknown.clear();
    items.values().forEach(item -> item.put = Optional.empty());
  }

  /** What is there for sure. */
  Set<ListItem> seen(Optional<Duration> ttl, Instant now) {
    Set<ListItem> seen = new HashSet<>();
    items.forEach(
        (key, item) -> {
          if (isSeen(key, item, ttl, now)) {
            seen.add(key);
          }
        });
    return known(seen);
  }

  /** Without those of which nothing is known. */
  Set<ListItem> known(Iterable<ListItem> some) {
    Set<ListItem> known = new HashSet<>();
    some.forEach(known::add);
    known.removeAll(unknown);
    return known;
  }

  boolean isKnown() {
    return unknown.isEmpty();
  }

  /** Those that nobody sees may be removed too, or not. */
  private void removeAll(Predicate<ListItem> some, Optional<Duration> ttl, Instant now) {
    for (Map.Entry<ListItem, Item> entry : items.entrySet()) {
      ListItem key = entry.getKey();
      Item item = entry.getValue();
      if (some.test(key)) {
        if (unknown.contains(key)) {
          item.perhapsRemoved = now;
        } else if (isSeen(key, item, ttl, now)) {
          item.removed = now;
          item.put = Optional.empty();
        } else if (item.put.isPresent()) {
          item.perhapsRemoved = now;
          unknown.add(key);
        }
      }
    }
  }

  private static boolean isSeen(ListItem key, Item item, Optional<Duration> ttl, Instant now) {
    return item.put.isPresent()
        && item.end.filter(end -> !now.isBefore(end)).isEmpty()
        && ttl.filter(time -> !now.isBefore(key.time().plus(time))).isEmpty();
  }

  private boolean isForgotten(Instant moment, Instant now) {
    return moment.isBefore(now.minus(memory).plusSeconds(1));
  }
}
