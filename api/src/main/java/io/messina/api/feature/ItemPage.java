package io.messina.api.feature;

import java.util.List;
import java.util.Optional;

/**
 * Items that were read.
 *
 * @param items newest first
 * @param next start of the next page, opaque; empty at the end. Present after a full page or 8 MiB
 *     even if no items follow, and after the most work of one call on a unique list even if it
 *     found no item
 */
public record ItemPage(List<ListItem> items, Optional<String> next) {

  /** No items. */
  public static final ItemPage EMPTY = new ItemPage(List.of(), Optional.empty());

  public ItemPage {
    items = List.copyOf(items);
  }
}
