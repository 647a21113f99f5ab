package io.messina.stream.catalog;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.definition.WatchedDefinitions;
import io.messina.store.Store;
import io.messina.stream.LeapingTime;
import io.messina.stream.StreamId;
import io.messina.testkit.SimulatedStore;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;

/** The catalogs of two nodes; the store of the first one does as a test wants. */
abstract class CatalogRig {

  static final StreamName EDITS = new StreamName("edits");
  static final StreamId EDITS_1 = new StreamId(EDITS, 1);
  static final GroupName ENRICHER = new GroupName("enricher");
  static final StreamOptions OPTIONS = StreamOptions.DEFAULT;

  final LeapingTime time = new LeapingTime();
  final Store store = SimulatedStore.calm(time.wall());
  final PlantedStore planted = new PlantedStore(store);
  final Catalog catalog = new Catalog(context(planted, 1));
  final Catalog other = new Catalog(context(store, 2));

  @BeforeEach
  void create_the_table() {
    store.create(DefinitionTable.DEFINITIONS);
  }

  /** Definitions as they are stored. */
  WatchedDefinitions<Definitions> stored() {
    return new WatchedDefinitions<>(StreamDefinitions.KIND, context(store, 3), it -> it);
  }

  boolean delete(Catalog at) {
    return at.delete(EDITS, Precondition.NONE);
  }

  Created<CatalogGroup> createGroup(Catalog at, Start start, GroupOptions options) {
    return at.create(EDITS_1, ENRICHER, start, options, Precondition.NONE);
  }

  Created<CatalogGroup> createGroup(Catalog at) {
    return createGroup(at, Start.earliest(), GroupOptions.DEFAULT);
  }

  boolean deleteGroup(Catalog at) {
    return at.delete(EDITS_1, ENRICHER, Precondition.NONE);
  }

  private Context context(Store at, long seed) {
    return new Context(at, time, new SplittableRandom(seed), Thread.ofVirtual().factory());
  }
}
