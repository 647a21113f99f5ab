package io.messina.stream.owner;

import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.stream.ownership.ShardTable;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** A shard's fenced state as its former owner left it. */
public record SavedState(Map<String, NavigableMap<String, Bytes>> rows) {

  /**
   * Reads all rows. To be called after the shard was taken, when nobody else writes to it.
   *
   * @param store with the state
   * @param state the partition of a shard's fenced state
   */
  public static SavedState read(Store store, PartitionKey state) {
    Map<String, NavigableMap<String, Bytes>> rows = new TreeMap<>();
    store
        .scan(Scan.of(state))
        .forEachRemaining(
            row ->
                rows.computeIfAbsent(row.get(ShardTable.SECTION), any -> new TreeMap<>())
                    .put(row.get(ShardTable.NAME), row.get(ShardTable.VALUE)));
    return new SavedState(rows);
  }

  /** Returns the rows of one part, by name in order. */
  public NavigableMap<String, Bytes> section(Section section) {
    return rows.getOrDefault(section.value(), Collections.emptyNavigableMap());
  }

  /** Returns the value of one row, if it exists. */
  public Optional<Bytes> find(Section section, String name) {
    return Optional.ofNullable(section(section).get(name));
  }
}
