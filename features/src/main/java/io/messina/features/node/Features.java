package io.messina.features.node;

import io.messina.api.feature.FeatureKind;
import io.messina.features.FeatureCatalog;
import io.messina.features.FeatureRef;
import io.messina.features.StoredFeature;
import io.messina.features.contents.FeatureSweep;
import io.messina.features.contents.ListImport;
import io.messina.features.contents.Lists;
import io.messina.features.contents.Scalars;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import java.time.InstantSource;

/** The feature store, as a program uses it. Safe for use by many threads. */
public final class Features implements AutoCloseable {

  /** The maximum number of requests that one call makes at the same time. */
  private static final int PARALLEL_MAX = 64;

  /**
   * The maximum number of events that all feeds of a process write at the same time, small enough
   * to leave capacity to others.
   */
  private static final int FEED_WRITES_MAX = 128;

  private final FeatureCatalog catalog;
  private final Lists lists;
  private final Scalars scalars;
  private final Feeds feeds;
  private final FeatureSweep sweep;
  private final ParallelCalls parallel;

  private Features(Context context, Streams streams) {
    Store store = context.store();
    InstantSource wall = context.time().wall();
    parallel = new ParallelCalls(context.threads(), PARALLEL_MAX);
    catalog = new FeatureCatalog(context);
    lists = new Lists(catalog, store, wall, streams.clocks(), parallel);
    scalars = new Scalars(catalog, store, wall, streams.clocks(), parallel);
    sweep = new FeatureSweep(catalog, store, streams.timestamps(), parallel);
    FeedWork work = new FeedWork(parallel, FEED_WRITES_MAX);
    feeds = new Feeds(context, streams, new FedFeatures(catalog, lists, scalars, work));
  }

  /**
   * Starts the feature store of a process: makes its tables, watches its definitions, and runs its
   * feeds.
   *
   * @param context of the process; its store outlives it
   * @param streams that feeds follow, on the same store
   * @return the feature store; close it before the streams
   * @throws io.messina.store.StoreException if the tables cannot be made
   */
  public static Features start(Context context, Streams streams) {
    FeatureTables.ALL.forEach(context.store()::create);
    Features features = new Features(context, streams);
    features.catalog.start();
    features.feeds.start();
    return features;
  }

  /**
   * Starts it with the clocks of the machine.
   *
   * @param streams that feeds follow, on the same store
   * @return the feature store; close it before the streams
   * @throws io.messina.store.StoreException if the tables cannot be made
   */
  public static Features start(Store store, Streams streams) {
    return start(Context.ofMachine(store, "messina-features-"), streams);
  }

  /** The features, versions and feeds, open as long as this is. */
  public FeatureCatalog catalog() {
    return catalog;
  }

  /** The items of list features, open as long as this is. */
  public Lists lists() {
    return lists;
  }

  /** The values of scalar features, open as long as this is. */
  public Scalars scalars() {
    return scalars;
  }

  /** The feeds, open as long as this is. */
  public Feeds feeds() {
    return feeds;
  }

  /** The sweep of deleted features, open as long as this is. */
  public FeatureSweep sweep() {
    return sweep;
  }

  /**
   * Begins an import. All of it is added to one version, the one that the reference means now.
   *
   * @return an import that has not begun
   * @throws RequestException as {@link FeatureCatalog#find(FeatureRef, FeatureKind)} does
   */
  public ListImport importInto(FeatureRef feature) {
    FeatureRef pinned = catalog.pinned(feature);
    StoredFeature list = catalog.find(pinned, FeatureKind.LIST);
    return new ListImport(lists, pinned, list.options().valueType(), parallel);
  }

  /** Ends the feeds and the watch. Repeating it changes nothing. */
  @Override
  public void close() {
    feeds.close();
    catalog.close();
  }
}
