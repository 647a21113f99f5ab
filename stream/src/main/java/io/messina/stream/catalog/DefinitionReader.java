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
 * Reads all definitions of a kind as of one moment.
 *
 * @param store with the table {@link DefinitionTable#DEFINITIONS}
 * @param partition of the kind
 */
record DefinitionReader(Store store, PartitionKey partition) {

  private static final int SCANS_MAX = 10;

  /**
   * Reads only the fence if nothing has changed. Otherwise scans the partition; the pages of a scan
   * are of different moments, so the scan counts only if the fence is the same before and after it.
   * A fence never returns to an earlier value, so nothing was written in between.
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
