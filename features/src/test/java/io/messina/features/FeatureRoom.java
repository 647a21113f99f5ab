package io.messina.features;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import io.messina.features.contents.FeatureSweep;
import io.messina.features.contents.ListTable;
import io.messina.features.contents.Lists;
import io.messina.features.contents.Scalars;
import io.messina.features.contents.ValueTable;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.stream.node.MemberClocks;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** A feature store without streams, on any store, whose time a test sets. */
public final class FeatureRoom implements AutoCloseable {

  /** A list of texts without end. */
  public static final FeatureRef PAGES = FeatureRef.of("user", "recent_pages");

  /** A scalar. */
  public static final FeatureRef AGE = FeatureRef.of("user", "age");

  /** Whose features. */
  public static final EntityId ALICE = new EntityId("alice");

  /** Processes must not draw the same ids. */
  private static final AtomicLong SEEDS = new AtomicLong();

  /** The time. */
  public final TestTime time;

  /** The store. */
  public final AskedStore store;

  /** What features there are. */
  public final FeatureCatalog catalog;

  /** The write timestamps. */
  public final MemberClocks clocks;

  /** Lists. */
  public final Lists lists;

  /** Scalars. */
  public final Scalars scalars;

  /** What deleted features have left. */
  public final FeatureSweep sweep;

  /** A room on an empty store. */
  public FeatureRoom(Store store, TestTime time) {
    this(store, time, new TestMembers());
  }

  /** A room of one member of a cluster. */
  public FeatureRoom(Store store, TestTime time, TestMembers members) {
    this.time = time;
    this.store = new AskedStore(store);
    store.create(DefinitionTable.DEFINITIONS);
    store.create(ListTable.LIST_ITEMS);
    store.create(ValueTable.FEATURE_VALUES);
    ParallelCalls parallel = new ParallelCalls(Thread.ofVirtual().factory(), 64);
    Context context =
        new Context(
            this.store,
            time,
            new SplittableRandom(SEEDS.incrementAndGet()),
            Thread.ofVirtual().factory());
    catalog = new FeatureCatalog(context);
    HybridClock timestamps = new HybridClock(time.wall(), 0);
    clocks = members.join(timestamps, context);
    lists = new Lists(catalog, this.store, time.wall(), clocks, parallel);
    scalars = new Scalars(catalog, this.store, time.wall(), clocks, parallel);
    sweep = new FeatureSweep(catalog, this.store, timestamps, parallel);
    catalog.refresh();
  }

  /** Another process on the same store, at the same time. */
  public FeatureRoom neighbour() {
    return new FeatureRoom(store, time);
  }

  /** A text at a number of nanoseconds after 2020. */
  public static ListItem item(String text, long nanos) {
    return new ListItem(FeatureValue.text(text), at(nanos));
  }

  /** So many nanoseconds after 2020. */
  public static Instant at(long nanos) {
    return Instant.parse("2020-01-01T00:00:00Z").plusNanos(nanos);
  }

  @Override
  public void close() {
    catalog.close();
    store.close();
  }
}
