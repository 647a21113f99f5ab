package io.messina.client;

import java.util.List;
import java.util.Optional;

/**
 * Entities that have a list, or had one a while ago.
 *
 * @param entities in no order that means anything; perhaps none although there is a next page
 * @param next where the next page begins, on any node and at any later time; empty at the end
 */
public record EntityPage(List<String> entities, Optional<String> next) {}
