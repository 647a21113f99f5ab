package io.messina.client;

import java.util.List;
import java.util.Optional;

/**
 * Items of a list.
 *
 * @param items newest first
 * @param next where the next page begins, for {@link ListQuery#after}; empty at the end. A page of
 *     a unique list may be short, or empty, although there is a next one
 */
public record ItemPage(List<ListItem> items, Optional<String> next) {}
