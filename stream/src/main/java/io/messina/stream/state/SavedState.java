package io.messina.stream.state;

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

/**
 * A shard's fenced state as its former owner left it.
 *
 * @param rows by section and name
 */
public record SavedState(Map<String, NavigableMap<String, Bytes>> rows) {

  /**
   * Reads it. To be called once the shard is taken: nobody else writes to it then.
   *
   * @param store where it is kept
   * @param state the partition of a shard's fenced state
   * @return all its rows
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

  /**
   * The rows of one part.
   *
   * @param section the part
   * @return by name, in order
   */
  public NavigableMap<String, Bytes> section(Section section) {
    return rows.getOrDefault(section.value(), Collections.emptyNavigableMap());
  }

  /**
   * One row.
   *
   * @param section the part
   * @param name the row's name in it
   * @return its value, where there is one
   */
  public Optional<Bytes> find(Section section, String name) {
    return Optional.ofNullable(section(section).get(name));
  }
}
