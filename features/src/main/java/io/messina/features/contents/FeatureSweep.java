package io.messina.features.contents;

import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.api.feature.SweptFeature;
import io.messina.features.Fate;
import io.messina.features.FeatureCatalog;
import io.messina.features.FeatureHistory;
import io.messina.features.FeatureKey;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.store.HybridClock;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Deletes the contents of deleted features and versions. The key under which a list or value is
 * stored decides alone, because it names one creation of a version, and the next creation has
 * another key. So readable contents are never deleted, even if others create, delete, add and put
 * at the same time.
 *
 * <p>One call looks at a page of all lists and values, and the next call continues after it. A page
 * may be swept again, also by several nodes at the same time. Safe for use by many threads; methods
 * block, and throw
 *
 * <ul>
 *   <li>{@link RequestException.Refused} if the limit or the place is out of bounds;
 *   <li>{@link RequestException.Unavailable} if definitions cannot be read;
 *   <li>{@link StoreUnavailableException} if the store does not answer: a part of the page may be
 *       swept.
 * </ul>
 */
public final class FeatureSweep {

  /**
   * The number of lists and values that are read or deleted before the sweep ends because one of
   * them has failed.
   */
  private static final int SLICE = 64;

  private final FeatureCatalog catalog;
  private final Store store;
  private final HybridClock timestamps;
  private final ParallelCalls parallel;
  private final LongAdder deleted = new LongAdder();

  /**
   * The sweep of a process.
   *
   * @param catalog the features, deleted ones included
   * @param store with the tables of lists and values
   * @param timestamps the write timestamps of this process
   * @param parallel looks at several lists and values, and deletes them
   */
  public FeatureSweep(
      FeatureCatalog catalog, Store store, HybridClock timestamps, ParallelCalls parallel) {
    this.catalog = catalog;
    this.store = store;
    this.timestamps = timestamps;
    this.parallel = parallel;
  }

  /**
   * Finds the contents that can be swept, and changes nothing: one walk, one read of definitions,
   * and one read for each list or value of a deleted version.
   *
   * @param query the number of lists and values to look at, and the place to begin
   * @return the contents found; expired and removed ones do not count
   */
  public SweepPage find(SweepQuery query) {
    Walked walked = walk(query);
    return walked.page(found(walked.gone(), this::mayHaveRows), 0);
  }

  /**
   * Finds contents as {@link #find} does, and deletes them: one more write for each list or value.
   * If features have changed within the last two seconds it first waits until all nodes know, so
   * that no node finds a feature empty that it still believes to exist.
   *
   * @return the contents found. A write that was on its way while the feature was deleted may apply
   *     later; the next sweep deletes its contents
   */
  public SweepPage sweep(SweepQuery query) {
    Walked walked = walk(query);
    if (!walked.gone().isEmpty()) {
      catalog.awaitCaches();
    }
    List<PartitionKey> found = found(walked.gone(), this::delete);
    return walked.page(found, found.size());
  }

  /** Returns the number of lists and values that it has deleted since the process began. */
  public long deleted() {
    return deleted.sum();
  }

  /** Definitions are read when the page has been walked over, to know of as many as can be. */
  private Walked walk(SweepQuery query) {
    List<PartitionKey> all = partitions(query.limit(), query.after().map(SweepPlace::read));
    FeatureHistory history = catalog.history();
    List<PartitionKey> gone = new ArrayList<>();
    int unknown = 0;
    for (PartitionKey partition : all) {
      switch (fate(partition, history)) {
        case GONE -> gone.add(partition);
        case UNKNOWN -> unknown++;
        case STANDS -> {}
      }
    }
    Optional<String> next =
        all.size() == query.limit()
            ? Optional.of(SweepPlace.write(all.getLast()))
            : Optional.empty();
    return new Walked(all.size(), unknown, gone, next);
  }

  private static Fate fate(PartitionKey partition, FeatureHistory history) {
    return FeatureKey.parse(SweptTable.featureKey(partition))
        .map(history::fate)
        .orElse(Fate.UNKNOWN);
  }

  private List<PartitionKey> partitions(int limit, Optional<PartitionKey> after) {
    List<PartitionKey> all = new ArrayList<>();
    for (PartitionWalk walk : SweptTable.walks(after)) {
      Iterator<PartitionKey> partitions = store.partitions(walk);
      while (all.size() < limit && partitions.hasNext()) {
        all.add(partitions.next());
      }
      if (all.size() == limit) {
        break;
      }
    }
    return all;
  }

  /** Slice by slice, so that a store that is away is not asked for all of them. */
  private List<PartitionKey> found(List<PartitionKey> gone, Predicate<PartitionKey> isFound) {
    List<PartitionKey> found = new ArrayList<>();
    for (int i = 0; i < gone.size(); i += SLICE) {
      List<PartitionKey> slice = gone.subList(i, Math.min(gone.size(), i + SLICE));
      List<Boolean> each = parallel.each(slice, isFound::test);
      for (int j = 0; j < slice.size(); j++) {
        if (each.get(j)) {
          found.add(slice.get(j));
        }
      }
    }
    return found;
  }

  /**
   * A walk may show contents that were deleted before, which must not be deleted again and again.
   */
  private boolean delete(PartitionKey partition) {
    if (mayHaveRows(partition)) {
      store.write(SweptTable.deletion(partition, timestamps.next()));
      deleted.increment();
      return true;
    }
    return false;
  }

  /**
   * Deletion also helps with a damaged list, and with one that has more tombstones than a database
   * reads over.
   */
  private boolean mayHaveRows(PartitionKey partition) {
    try {
      return store.scan(Scan.of(partition).first(1)).hasNext();
    } catch (StoreException _) {
      return true;
    }
  }

  /** A page, looked through. */
  private record Walked(int lookedAt, int unknown, List<PartitionKey> gone, Optional<String> next) {

    SweepPage page(List<PartitionKey> found, int deleted) {
      Map<SweptFeature, Long> entities = new LinkedHashMap<>();
      for (PartitionKey partition : found) {
        FeatureKey key = FeatureKey.parse(SweptTable.featureKey(partition)).orElseThrow();
        FeatureKind type = SweptTable.of(partition).kind();
        entities.merge(
            new SweptFeature(key.name(), key.version(), key.generation(), type, 0), 1L, Long::sum);
      }
      List<SweptFeature> features =
          entities.entrySet().stream().map(each -> each.getKey().of(each.getValue())).toList();
      return new SweepPage(lookedAt, deleted, unknown, features, next);
    }
  }
}
