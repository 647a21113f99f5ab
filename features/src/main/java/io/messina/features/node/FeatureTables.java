package io.messina.features.node;

import io.messina.features.contents.ListTable;
import io.messina.features.contents.ValueTable;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.store.Table;
import java.util.List;

/** The tables of the feature store. */
public final class FeatureTables {

  /** All that a process with features makes; definitions share their table with streams. */
  public static final List<Table> ALL =
      List.of(
          DefinitionTable.DEFINITIONS,
          ListTable.LIST_ITEMS,
          ValueTable.FEATURE_VALUES,
          FeedMarkTable.FEED_MARKS);

  private FeatureTables() {}
}
