package io.messina.api.feature;

import java.util.List;
import java.util.Optional;

/**
 * Entities that have a list, or had one.
 *
 * @param entities each once, in no order that means anything; may be none although more follow
 * @param next start of the next page in the same store, on any node and at any later time; empty at
 *     the end
 */
public record EntityPage(List<EntityId> entities, Optional<String> next) {

  public EntityPage {
    entities = List.copyOf(entities);
  }
}
