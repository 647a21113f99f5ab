package io.messina.features.list;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A list as simple as it can be. */
public final class ListModel {

  private final TreeSet<ListItem> items =
      new TreeSet<>(Comparator.comparing((ListItem item) -> item.key().item()).reversed());
  private final boolean unique;
  private final Duration ttl;

  /** An empty list. */
  public ListModel(boolean unique, Duration ttl) {
    this.unique = unique;
    this.ttl = ttl;
  }

  /** Does what a client does. */
  public void apply(ListAction action, Instant now) {
    switch (action) {
      case ListAction.Add add -> items.addAll(add.items());
      case ListAction.Remove remove -> items.removeIf(it -> it.value().equals(remove.value()));
      case ListAction.RemoveAll _ -> items.clear();
      case ListAction.Trim trim -> {
        List<ListItem> kept = seen(now);
        items.retainAll(kept.subList(0, Math.min(trim.newest(), kept.size())));
      }
      case ListAction.Wait _ -> {}
    }
  }

  /** Newest first. */
  public List<ListItem> seen(Instant now) {
    List<ListItem> seen = new ArrayList<>();
    Set<Object> values = new HashSet<>();
    for (ListItem item : items) {
      if (now.isBefore(item.time().plus(ttl)) && (values.add(item.value()) || !unique)) {
        seen.add(item);
      }
    }
    return seen;
  }
}
