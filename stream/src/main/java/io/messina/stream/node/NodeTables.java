package io.messina.stream.node;

import io.messina.runtime.definition.DefinitionTable;
import io.messina.store.Store;
import io.messina.store.Table;
import io.messina.stream.append.KeyTable;
import io.messina.stream.append.Schedule;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.group.DeadLetterTable;
import io.messina.stream.log.LaneTables;
import io.messina.stream.ownership.GraveTable;
import io.messina.stream.ownership.MemberTable;
import io.messina.stream.ownership.ShardTable;
import java.util.List;
import java.util.stream.Stream;

/** The tables of a node. */
public final class NodeTables {

  /** All tables that a node of streams creates. */
  public static final List<Table> ALL =
      Stream.concat(
              LaneTables.ALL.stream(),
              Stream.of(
                  DefinitionTable.DEFINITIONS,
                  KeyTable.TABLE,
                  Schedule.TABLE,
                  DeadLetterTable.DEAD_LETTERS,
                  JobDeadLetters.TABLE,
                  ShardTable.SHARDS,
                  MemberTable.MEMBERS,
                  GraveTable.GRAVES))
          .toList();

  private NodeTables() {}

  static void create(Store store) {
    ALL.forEach(store::create);
  }
}
