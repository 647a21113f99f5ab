package io.messina.stream.catalog;

import io.messina.store.Fence;
import io.messina.store.PartitionKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads all definitions of a kind as they stand at one moment.
 *
 * @param store with the table {@link DefinitionTable#DEFINITIONS}
 * @param partition of the kind
 */
record DefinitionReader(Store store, PartitionKey partition) {

  private static final int SCANS_MAX = 10;

  /**
   * Reads the fence alone if nothing has changed. Otherwise scans; the pages of a scan stem from
   * several moments, so it counts only if the fence is the same behind it as before it. A fence
   * that once stood never comes back, so nothing was written in between.
   */
  Definitions read(Definitions known) {
    Optional<Fence> fence = fence();
    for (int i = 0; i < SCANS_MAX && !fence.equals(known.fence()); i++) {
      NavigableMap<String, Definition> rows = scan();
      Optional<Fence> before = fence;
      fence = fence();
      if (fence.equals(before)) {
        return new Definitions(fence, rows);
      }
    }
    if (!fence.equals(known.fence())) {
      throw new StoreUnavailableException(partition + ": changed during each of many reads");
    }
    return known;
  }

  private Optional<Fence> fence() {
    return store.getStatic(partition).map(StaticRow::fence);
  }

  private NavigableMap<String, Definition> scan() {
    NavigableMap<String, Definition> rows = new TreeMap<>();
    store
        .scan(Scan.of(partition))
        .forEachRemaining(
            row -> {
              Definition definition = DefinitionTable.definition(row);
              rows.put(definition.name(), definition);
            });
    return rows;
  }
}
