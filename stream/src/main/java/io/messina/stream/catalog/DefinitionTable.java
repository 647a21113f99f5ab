package io.messina.stream.catalog;

import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Table;
import java.util.Arrays;
import java.util.List;

/**
 * The table of definitions: a partition for each kind, a row for each name that was ever defined.
 * The fence of a partition tells whether anything has changed.
 */
public final class DefinitionTable {

  private static final Column<String> KIND = Column.ofText("kind");
  private static final Column<String> NAME = Column.ofText("name");
  private static final Column<Integer> GENERATION = Column.ofInt("generation");
  private static final Column<Boolean> DELETED = Column.ofBoolean("deleted");
  private static final Column<String> REQUESTS = Column.ofText("requests");
  private static final Column<String> DEFINITION = Column.ofText("definition");

  public static final Table DEFINITIONS =
      Table.fenced("definitions")
          .partitionedBy(KIND)
          .clusteredBy(NAME)
          .columns(GENERATION, DELETED, REQUESTS, DEFINITION)
          .build();

  private DefinitionTable() {}

  static PartitionKey partition(String kind) {
    return DEFINITIONS.partition(KIND.of(kind));
  }

  static Row row(PartitionKey partition, Definition definition) {
    return Row.of(
        partition.row(NAME.of(definition.name())),
        GENERATION.of(definition.generation()),
        DELETED.of(definition.deleted()),
        REQUESTS.of(String.join(" ", definition.requests())),
        DEFINITION.of(definition.json()));
  }

  static Definition definition(Row row) {
    return new Definition(
        row.get(NAME),
        row.get(GENERATION),
        row.get(DELETED),
        List.copyOf(Arrays.asList(row.get(REQUESTS).split(" "))),
        row.get(DEFINITION));
  }

  static ClusteringRange range(NameRange names) {
    return DEFINITIONS.rows().atLeast(NAME.of(names.from())).below(NAME.of(names.below()));
  }
}
