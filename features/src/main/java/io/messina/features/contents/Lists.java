package io.messina.features.contents;

import io.messina.api.PageQuery;
import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.EntityPage;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.features.FeatureCatalog;
import io.messina.features.FeatureRef;
import io.messina.features.StoredFeature;
import io.messina.features.ValueCodec;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.runtime.SingleFlight;
import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.node.MemberClocks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The items of list features. Each operation tells the number of its requests to the store; equal
 * reads at the same time share their requests. Safe for use by many threads; methods block, and
 * throw
 *
 * <ul>
 *   <li>{@link RequestException.NotFound} if the feature or version does not exist;
 *   <li>{@link RequestException.Refused} if the feature is no list, a value is not of its type, or
 *       something is out of bounds;
 *   <li>{@link RequestException.Unavailable} if definitions cannot be read for over 1.5 s; of a
 *       removal also if a living member of the cluster does not answer, of an add also if this
 *       process is no member yet;
 *   <li>{@link StoreUnavailableException} if the store does not answer. A write may have applied
 *       then; it can be repeated, but an item that others have removed in the meantime exists
 *       again.
 * </ul>
 *
 * <p>All nodes see a write of one node at once, and the order of an add and a removal by different
 * nodes is that of their requests, whatever the nodes' clocks show.
 */
public final class Lists {

  /** The maximum number of items in one add. */
  public static final int ITEMS_MAX = ListWriter.ITEMS_MAX;

  /** The maximum number of bytes of values in one add. */
  public static final int ITEM_BYTES_MAX = ListWriter.ITEM_BYTES_MAX;

  /** The maximum number of entities in one read. */
  public static final int ENTITIES_MAX = 100;

  /**
   * The approximate maximum of bytes of values in one read. Each list gets an equal part, and ends
   * with {@link ItemPage#next} if it has more.
   */
  public static final int READ_BYTES_MAX = 16 << 20;

  /** To how many items a list can be trimmed. */
  public static final int TRIM_MAX = 100_000;

  /**
   * The time for which other nodes may still see an item that has expired here, because their
   * clocks are behind.
   */
  private static final Duration CLOCKS_APART = Duration.ofSeconds(1);

  private final FeatureCatalog catalog;
  private final MemberClocks clocks;
  private final ListReader reader;
  private final ListWriter writer;
  private final EntityReader entities;
  private final ParallelCalls parallel;
  private final ReadFailures failures = new ReadFailures();
  private final SingleFlight<Asked, ItemPage> pages = new SingleFlight<>();

  /**
   * The lists of a process.
   *
   * @param catalog finds features
   * @param store with the table {@link ListTable#LIST_ITEMS}
   * @param clock by which items expire
   * @param clocks the write timestamps of this process
   * @param parallel reads the lists of several entities
   */
  public Lists(
      FeatureCatalog catalog,
      Store store,
      InstantSource clock,
      MemberClocks clocks,
      ParallelCalls parallel) {
    this.catalog = catalog;
    this.clocks = clocks;
    this.reader = new ListReader(store, clock, ReadBounds.DEFAULT);
    this.writer = new ListWriter(store, clock);
    this.entities = new EntityReader(store);
    this.parallel = parallel;
  }

  /**
   * Adds items, all or none: one write. Items that exist already stay as they are.
   *
   * @param items 1 to 500, of 2 MiB of values together
   * @return the number of items that are stored now; items that have expired already are not stored
   */
  public AddedItems add(FeatureRef feature, EntityId entity, List<ListItem> items) {
    return writer.add(list(feature), entity, items, clocks.next());
  }

  /**
   * Adds items as of some moment: an item that was removed later stays removed, however late or
   * often this is called. All removals by this process from now on are of a later moment, even if
   * its clock is behind or is set back.
   *
   * @param list a list, found lately
   * @param items as with {@link #add}
   * @param timestampMicros the moment, at most a day ahead
   * @return as with {@link #add}
   * @throws IllegalArgumentException if the moment is further ahead: nothing was done
   */
  public AddedItems addAsOf(
      StoredFeature list, EntityId entity, List<ListItem> items, long timestampMicros) {
    clocks.observe(timestampMicros);
    return writer.add(list, entity, items, timestampMicros);
  }

  /**
   * Reads items, newest first: one query of one partition.
   *
   * <p>Of unique lists, whose repeated values are passed over, perhaps a few. One call looks at
   * 10,000 items at most, and at 32 MiB of values: a page may be short, or empty, although there is
   * a {@code next}. All pages show the newest item of each value as of the first page: an item that
   * is added later and is newer than the first one of the first page is not seen. An item that is
   * added later with a time between two pages may hide an older item of its value from later pages.
   * A later page reads up to 5,000 items of earlier pages again; if there are more, it asks for up
   * to 1,000 values, by a query each, whether an earlier page has shown them.
   *
   * @param query which items
   * @return the items, perhaps none
   */
  public ItemPage get(FeatureRef feature, EntityId entity, ListQuery query) {
    return get(list(feature), entity, query, ListReader.PAGE_BYTES_MAX, 1);
  }

  /**
   * Reads the lists of several entities, each as {@link #get} does, and no more than {@value
   * #READ_BYTES_MAX} bytes together. Unique lists also share the number of items that one call
   * looks at, but at least 1,000 are looked at for each.
   *
   * @param entities whose: 1 to 100
   * @param query which items of each
   * @return an answer for each, in their order
   */
  public List<ListAnswer> getEach(FeatureRef feature, List<EntityId> entities, ListQuery query) {
    return getEach(feature, entities, query, Map.of());
  }

  /**
   * Reads the lists of several entities, each from where an earlier page ended.
   *
   * @param entities whose: 1 to 100
   * @param query which items of each
   * @param after by entity the place to continue, of {@link ItemPage#next}; the others begin at the
   *     place of the query
   * @return an answer for each, in their order
   */
  public List<ListAnswer> getEach(
      FeatureRef feature, List<EntityId> entities, ListQuery query, Map<EntityId, String> after) {
    if (entities.isEmpty() || entities.size() > ENTITIES_MAX) {
      throw refused("entities: " + entities.size() + " (expected: 1 to " + ENTITIES_MAX + ")");
    }
    if (!Set.copyOf(entities).containsAll(after.keySet())) {
      throw refused("after: of another entity (expected: of those that are asked for)");
    }
    Map<EntityId, ListQuery> onwards = new HashMap<>();
    after.forEach((entity, next) -> onwards.put(entity, checked(query.after(next))));
    StoredFeature list = list(feature);
    long bytesEach = Math.min(ListReader.PAGE_BYTES_MAX, READ_BYTES_MAX / entities.size());
    return parallel.each(
        entities,
        entity ->
            answer(list, entity, onwards.getOrDefault(entity, query), bytesEach, entities.size()));
  }

  /**
   * Finds the entities whose lists have items, or had some until recently. An entity that has items
   * all the time is found once; one that never has any is not found.
   *
   * <p>The store cannot list the lists of one feature. So this walks over the lists of all
   * features, at most 10,000 in one call: a page may be short, or empty, although it has a {@code
   * next}, and a walk to the end costs a look at every list. With {@code latest} the version may
   * change between two pages; name a version to read it to the end.
   *
   * @param query the maximum number, and the place to continue
   */
  public EntityPage entities(FeatureRef feature, PageQuery query) {
    return entities.read(list(feature).key(), query.limit(), query.after());
  }

  /**
   * Whether a list has a value: one query.
   *
   * @param value of the feature's type
   */
  public boolean contains(FeatureRef feature, EntityId entity, FeatureValue value) {
    return contains(feature, entity, value, Optional.empty(), Optional.empty());
  }

  /**
   * Whether a list has a value among the items of some time: one query.
   *
   * @param value of the feature's type
   * @param minTime the first time, inclusive; empty from the beginning
   * @param maxTime the last time, exclusive; empty to the end
   */
  public boolean contains(
      FeatureRef feature,
      EntityId entity,
      FeatureValue value,
      Optional<Instant> minTime,
      Optional<Instant> maxTime) {
    StoredFeature list = list(feature);
    return reader.contains(list, entity, packed(list, value), minTime, maxTime);
  }

  /**
   * Counts items: one query, of the small index rows of the list. If only some times count, because
   * they are given or because items expire, the query is of the items of those times.
   *
   * @param minTime the first time, inclusive; empty from the beginning
   * @param maxTime the last time, exclusive; empty to the end
   * @return how many there are; in a unique list how many different values
   */
  public long count(
      FeatureRef feature, EntityId entity, Optional<Instant> minTime, Optional<Instant> maxTime) {
    return reader.count(list(feature), entity, minTime, maxTime);
  }

  /**
   * Removes all items with a value: one query and, if there are any, one write; a write for every
   * 500 if there are more. Expired items that are still stored are removed too, so that a longer
   * ttl brings none of them back.
   *
   * @param value of the feature's type
   * @return how many there were that had not expired
   */
  public long remove(FeatureRef feature, EntityId entity, FeatureValue value) {
    StoredFeature list = list(feature);
    Bytes packed = packed(list, value);
    Span living = reader.living(list);
    PartitionKey partition = partition(list, entity);
    Iterator<ItemKey> keys = reader.keysOf(partition, packed);
    return writer.delete(partition, keys, living, clocks::aboveAll);
  }

  /** Removes all items: one delete of the partition. */
  public void removeAll(FeatureRef feature, EntityId entity) {
    writer.deleteAll(partition(list(feature), entity), clocks.aboveAll());
  }

  /**
   * Removes all but the newest items: one query of the whole list and, if there are more, one
   * write; a write for every 500 if there are more. In a unique list the values count, and their
   * older items are removed too. Expired items stay as they are.
   *
   * @param newest how many stay, from 1 to 100,000
   * @return how many were removed
   */
  public long trim(FeatureRef feature, EntityId entity, int newest) {
    if (newest < 1 || newest > TRIM_MAX) {
      throw refused("newest: " + newest + " (expected: 1 to " + TRIM_MAX + ")");
    }
    StoredFeature list = list(feature);
    Span living = reader.living(list);
    PartitionKey partition = partition(list, entity);
    Iterator<ItemKey> all = reader.keys(partition, living.andBefore(CLOCKS_APART));
    Iterator<ItemKey> keys = new TrimmedKeys(all, living, list.options().unique(), newest);
    return writer.delete(partition, keys, living, clocks::aboveAll);
  }

  private ItemPage get(
      StoredFeature list, EntityId entity, ListQuery query, long bytesMax, int lists) {
    Asked asked = new Asked(list, entity, query, bytesMax, lists);
    return pages.read(asked, () -> reader.read(list, entity, query, bytesMax, lists));
  }

  /** Refuses a text that is no place before anything is read. */
  private static ListQuery checked(ListQuery query) {
    var _ = ItemPlace.of(query);
    return query;
  }

  private ListAnswer answer(
      StoredFeature list, EntityId entity, ListQuery query, long bytesMax, int lists) {
    try {
      ItemPage page = get(list, entity, query, bytesMax, lists);
      return new ListAnswer.Found(entity, page.items(), page.next());
    } catch (RuntimeException e) {
      ReadFailure failure = failures.of(e, partition(list, entity));
      return new ListAnswer.Failed(entity, failure.why(), failure.retryable());
    }
  }

  private StoredFeature list(FeatureRef feature) {
    return catalog.find(feature, FeatureKind.LIST);
  }

  private static Bytes packed(StoredFeature list, FeatureValue value) {
    return ValueCodec.pack(list.options().valueType(), value);
  }

  private static PartitionKey partition(StoredFeature list, EntityId entity) {
    return ListTable.partition(list.key(), entity);
  }

  private static RequestException.Refused refused(String message) {
    return new RequestException.Refused(Reason.OUT_OF_BOUNDS, message);
  }

  /** Equal for equal reads. */
  private record Asked(
      StoredFeature list, EntityId entity, ListQuery query, long bytesMax, int lists) {}
}
