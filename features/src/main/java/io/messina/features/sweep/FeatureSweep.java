package io.messina.features.sweep;

import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.api.feature.SweptFeature;
import io.messina.features.FeatureKey;
import io.messina.features.catalog.Fate;
import io.messina.features.catalog.FeatureCatalog;
import io.messina.features.catalog.FeatureHistory;
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
 * Deletes what deleted features and versions have left in the store. That is decided by the key
 * alone under which a list or value is stored, as it names one creation of a version, and what is
 * created anew has another key: so nothing that can be read by anybody is ever deleted, whatever
 * others create, delete, add and put meanwhile.
 *
 * <p>One call looks at a page of all lists and values, and the next one goes on behind it. Sweeping
 * a page again is harmless, by several nodes at a time too. Safe for use by many threads; methods
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

  /** How many are looked at or deleted before it counts whether one of them has failed. */
  private static final int SLICE = 64;

  private final FeatureCatalog catalog;
  private final Store store;
  private final HybridClock timestamps;
  private final ParallelCalls parallel;
  private final LongAdder deleted = new LongAdder();

  /**
   * The sweep of a process.
   *
   * @param catalog what features there are and were
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
   * Finds what there is to sweep, and changes nothing: one walk, one read of definitions, and a
   * read for each list or value of what was deleted.
   *
   * @param query how many lists and values it looks at, and where it begins
   * @return what there is; what is over, or removed already, does not count
   */
  public SweepPage find(SweepQuery query) {
    Walked walked = walk(query);
    return walked.page(found(walked.gone(), this::mayHaveRows), 0);
  }

  /**
   * Finds what there is to sweep, as {@link #find} does, and deletes it: one more write for each
   * list or value. If features have changed within the last two seconds it first waits until all
   * nodes know, so that no node finds a feature empty that it still believes to exist.
   *
   * @param query as with {@link #find}
   * @return what there was. A write that was on its way while the feature was deleted may come
   *     later; what it leaves goes with the next sweep
   */
  public SweepPage sweep(SweepQuery query) {
    Walked walked = walk(query);
    if (!walked.gone().isEmpty()) {
      catalog.awaitCaches();
    }
    List<PartitionKey> found = found(walked.gone(), this::delete);
    return walked.page(found, found.size());
  }

  /**
   * What it has done.
   *
   * @return how many lists and values it has deleted since the process began
   */
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

  /** A walk may show what was deleted before, which is not to be deleted again and again. */
  private boolean delete(PartitionKey partition) {
    if (mayHaveRows(partition)) {
      store.write(SweptTable.deletion(partition, timestamps.next()));
      deleted.increment();
      return true;
    }
    return false;
  }

  /** Deleting also helps what is damaged, or has more tombstones than a database reads over. */
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
