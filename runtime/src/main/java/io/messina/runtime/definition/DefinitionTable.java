package io.messina.runtime.definition;

import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

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

  private static final int SCANS_MAX = 10;

  private DefinitionTable() {}

  /** The partition of a kind. */
  public static PartitionKey partition(String kind) {
    return DEFINITIONS.partition(KIND.of(kind));
  }

  /** The row of a definition. */
  public static Row row(PartitionKey partition, Definition definition) {
    return Row.of(
        partition.row(NAME.of(definition.name())),
        GENERATION.of(definition.generation()),
        DELETED.of(definition.deleted()),
        REQUESTS.of(String.join(" ", definition.requests())),
        DEFINITION.of(definition.json()));
  }

  private static Definition definition(Row row) {
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

  /**
   * Reads all definitions of a kind as of one moment. Looks only at the fence if nothing has
   * changed since they were known. Otherwise scans the partition; the pages of a scan are of
   * different moments, so the scan counts only if the fence is the same before and after it. A
   * fence never returns to an earlier value, so nothing was written in between.
   */
  public static Definitions read(Store store, PartitionKey partition, Definitions known) {
    Optional<Fence> fence = store.look(partition).map(StaticRow::fence);
    for (int i = 0; i < SCANS_MAX && !fence.equals(known.fence()); i++) {
      NavigableMap<String, Definition> rows = new TreeMap<>();
      store
          .scan(Scan.of(partition))
          .forEachRemaining(row -> rows.put(row.get(NAME), definition(row)));
      Optional<Fence> before = fence;
      fence = store.getStatic(partition).map(StaticRow::fence);
      if (fence.equals(before)) {
        return new Definitions(fence, rows);
      }
    }
    if (!fence.equals(known.fence())) {
      throw new StoreUnavailableException(partition + ": changed during each of many reads");
    }
    return known;
  }
}
