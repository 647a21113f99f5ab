package io.messina.stream.node;

import io.messina.store.Store;
import io.messina.stream.append.KeyTable;
import io.messina.stream.append.Schedule;
import io.messina.stream.catalog.DefinitionTable;
import io.messina.stream.group.DeadLetterTable;
import io.messina.stream.lane.LaneTables;
import io.messina.stream.ownership.MemberTable;
import io.messina.stream.ownership.ShardTable;

/** The tables of a node. */
final class NodeTables {

  private NodeTables() {}

  static void create(Store store) {
    LaneTables.create(store);
    store.create(DefinitionTable.DEFINITIONS);
    store.create(KeyTable.TABLE);
    store.create(Schedule.TABLE);
    store.create(DeadLetterTable.DEAD_LETTERS);
    store.create(ShardTable.SHARDS);
    store.create(MemberTable.MEMBERS);
  }
}
