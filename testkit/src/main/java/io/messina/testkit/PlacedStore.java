package io.messina.testkit;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocations;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A store of which a test says where its partitions lie, and which remembers the partitions that
 * were written to. Safe for use by many threads.
 */
public final class PlacedStore extends ForwardingStore {

  private final PartitionLocations locations;
  private final Set<PartitionKey> written = ConcurrentHashMap.newKeySet();

  /** Places the partitions of a store. */
  public PlacedStore(Store store, PartitionLocations locations) {
    super(store);
    this.locations = locations;
  }

  @Override
  public PartitionLocations locations() {
    return locations;
  }

  @Override
  public void write(PlainBatch batch) {
    written.add(batch.partition());
    super.write(batch);
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    written.add(batch.partition());
    return super.writeIf(batch);
  }

  /** The partitions that were written to, by the number in a column of their keys. */
  public Map<Integer, Set<PartitionKey>> writtenBy(int column, Predicate<String> tables) {
    return written.stream()
        .filter(key -> tables.test(key.table().name()))
        .collect(
            Collectors.groupingBy(
                key -> (Integer) key.values().get(column), TreeMap::new, Collectors.toSet()));
  }
}
