package io.messina.api.feature;

import java.util.List;
import java.util.Optional;

/**
 * Items that were read.
 *
 * @param items newest first
 * @param next where to go on: letters, digits, "-" and "_" that mean nothing else; empty at the
 *     end. Present if as many items were read as were asked for, or as fit into 8 MiB, even if
 *     there should be no more; and if so much of a unique list was looked at as one call does, even
 *     if no item was found
 */
public record ItemPage(List<ListItem> items, Optional<String> next) {

  /** No items. */
  public static final ItemPage EMPTY = new ItemPage(List.of(), Optional.empty());

  /** A list that nobody can change. */
  public ItemPage {
    items = List.copyOf(items);
  }
}
