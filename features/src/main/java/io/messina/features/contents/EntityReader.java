package io.messina.features.contents;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.EntityPage;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.Store;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the entities of a feature among all lists of the store, because a table has no list of its
 * partitions by feature.
 *
 * @param store with the table {@link ListTable#LIST_ITEMS}
 */
record EntityReader(Store store) {

  /** The maximum number of lists that one call looks at, lists of other features included. */
  static final int LISTS_MAX = 10_000;

  EntityPage read(String featureKey, int limit, Optional<String> after) {
    PartitionWalk all = PartitionWalk.of(ListTable.LIST_ITEMS);
    Iterator<PartitionKey> lists =
        store.partitions(after.map(text -> all.behind(ListPlace.read(text))).orElse(all));
    List<EntityId> entities = new ArrayList<>();
    for (int lookedAt = 1; lists.hasNext(); lookedAt++) {
      PartitionKey list = lists.next();
      if (ListTable.featureKey(list).equals(featureKey)) {
        entities.add(ListTable.entity(list));
      }
      if (entities.size() == limit || lookedAt == LISTS_MAX) {
        return new EntityPage(entities, Optional.of(ListPlace.write(list)));
      }
    }
    return new EntityPage(entities, Optional.empty());
  }
}
