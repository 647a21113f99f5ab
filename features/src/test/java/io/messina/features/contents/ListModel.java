package io.messina.features.contents;

import io.messina.api.feature.ListItem;
import io.messina.api.feature.ValueType;
import io.messina.features.ValueCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A list as simple as it can be: when each item was added and removed last, by the clocks of those
 * who did it. The later one counts.
 */
public final class ListModel {

  private final Map<ListItem, Long> added =
      new TreeMap<>(
          Comparator.comparing(
                  (ListItem item) ->
                      ItemKey.of(
                              ItemTime.nanos(item.time()),
                              ValueCodec.pack(ValueType.TEXT, item.value()))
                          .item())
              .reversed());
  private final Map<ListItem, Long> removed = new HashMap<>();
  private final boolean unique;
  private final Duration ttl;
  private long cleared;
  private long newest;

  /** An empty list. */
  public ListModel(boolean unique, Duration ttl) {
    this.unique = unique;
    this.ttl = ttl;
  }

  /** Does what somebody does whose clock is ahead of all others. */
  public void apply(ListAction action, Instant now) {
    decide(action, now, newest + 1).run();
  }

  /**
   * What a client writes who does something.
   *
   * @param now what time it is for the client, and for the store
   * @param timestamp of the write
   * @return writes it, at once or at any later time
   */
  public Runnable decide(ListAction action, Instant now, long timestamp) {
    newest = Math.max(newest, timestamp);
    return switch (action) {
      case ListAction.Add add -> {
        List<ListItem> living = add.items().stream().filter(it -> isLiving(it, now)).toList();
        yield () -> living.forEach(it -> added.merge(it, timestamp, Math::max));
      }
      case ListAction.Remove remove ->
          removal(
              present().stream().filter(it -> it.value().equals(remove.value())).toList(),
              timestamp);
      case ListAction.Trim trim -> {
        List<ListItem> behind = new ArrayList<>(present());
        behind.removeAll(seen(now).stream().limit(trim.newest()).toList());
        yield removal(behind, timestamp);
      }
      case ListAction.RemoveAll _ -> () -> cleared = Math.max(cleared, timestamp);
      case ListAction.Wait _ -> () -> {};
    };
  }

  private Runnable removal(List<ListItem> items, long timestamp) {
    return () -> items.forEach(it -> removed.merge(it, timestamp, Math::max));
  }

  /** What is not removed, newest first. */
  public List<ListItem> present() {
    return added.entrySet().stream()
        .filter(it -> it.getValue() > removedAt(it.getKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** When an item was removed last. */
  public long removedAt(ListItem item) {
    return Math.max(cleared, removed.getOrDefault(item, 0L));
  }

  /** What a reader sees, newest first. */
  public List<ListItem> seen(Instant now) {
    List<ListItem> seen = new ArrayList<>();
    Set<Object> values = new HashSet<>();
    for (ListItem item : present()) {
      if (isLiving(item, now) && (values.add(item.value()) || !unique)) {
        seen.add(item);
      }
    }
    return seen;
  }

  private boolean isLiving(ListItem item, Instant now) {
    return now.isBefore(item.time().plus(ttl));
  }
}
