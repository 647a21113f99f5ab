package io.messina.stream.catalog;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.Precondition;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.testkit.Faults;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Nodes that create and delete the same few streams and groups at once, over a rough store. */
final class CatalogWorld {

  private static final int NODES = 3;
  private static final int TURNS = 25;
  private static final List<String> NAMES = List.of("a", "b");
  private static final GroupName GROUP = new GroupName("g");
  private static final Duration LONG = Duration.ofHours(1);

  private final SimulatedStore stores;
  private final Map<String, Sightings> sightings = new TreeMap<>();
  private final Map<String, Integer> viewed = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private long steps;
  private int ended;

  private CatalogWorld(Simulation simulation) {
    this.stores = new SimulatedStore(simulation);
    stores.direct().create(DefinitionTable.DEFINITIONS);
    stores.faults(Faults.ROUGH);
    NAMES.forEach(this::at);
  }

  /**
   * What came of it.
   *
   * @param wrong what must not be
   * @param creations how many creations of streams were answered as new
   */
  record Outcome(List<String> wrong, int creations) {}

  static Outcome run(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      CatalogWorld world = new CatalogWorld(simulation);
      for (int i = 0; i < NODES; i++) {
        world.start(simulation.node("node" + i));
      }
      if (seed % 4 == 0) {
        simulation.after(Duration.ofSeconds(5), () -> world.stores.silence(Duration.ofSeconds(40)));
      }
      boolean over = simulation.runUntil(() -> world.ended == NODES, LONG);
      return world.outcome(over);
    }
  }

  private void start(SimulatedNode node) {
    Catalog catalog = new Catalog(SimulatedSites.context(stores.at(node), node, "catalog"));
    catalog.onChange(view -> heed(node, view));
    node.spawn(
        "starter",
        () -> {
          catalog.start();
          takeTurns(node, catalog);
          catalog.close();
          ended++;
        });
  }

  private void takeTurns(SimulatedNode node, Catalog catalog) {
    RandomGenerator random = node.random();
    for (int i = 0; i < TURNS; i++) {
      StreamName name = new StreamName(NAMES.get(random.nextInt(NAMES.size())));
      switch (random.nextInt(6)) {
        case 0, 1 -> create(catalog, name);
        case 2 -> delete(catalog, name);
        case 3 -> createGroup(catalog, name);
        case 4 -> deleteGroup(catalog, name);
        default -> refresh(catalog);
      }
      node.pause(Duration.ofMillis(random.nextInt(3) == 0 ? random.nextInt(3_000) : 0));
    }
  }

  private void create(Catalog catalog, StreamName name) {
    Sightings seen = at(name.value());
    Sightings.Mark mark = seen.begin();
    try {
      Created<CatalogStream> created = catalog.create(name, StreamOptions.DEFAULT);
      seen.created(mark, created.value().id().generation(), created.isNew());
    } catch (RequestException.Unknown | RequestException.Unavailable e) {
      failed(seen, e);
    }
  }

  private void delete(Catalog catalog, StreamName name) {
    Sightings seen = at(name.value());
    Sightings.Mark mark = seen.beginDeletion();
    try {
      catalog.delete(name, Precondition.NONE);
      seen.deleted(mark);
      if (catalog.view().stream(name)
          .filter(s -> s.id().generation() <= mark.known())
          .isPresent()) {
        wrong.add(name + " is in the view of the one that deleted it");
      }
    } catch (RequestException.Unavailable e) {
      seen.notDeleted();
    } catch (RequestException.Unknown e) {
      // It may be deleted at any time.
    }
  }

  private void createGroup(Catalog catalog, StreamName name) {
    Optional<StreamId> stream = catalog.view().stream(name).map(CatalogStream::id);
    if (stream.isEmpty()) {
      return;
    }
    Sightings seen = at(group(stream.get()));
    Sightings.Mark mark = seen.begin();
    try {
      Created<CatalogGroup> created =
          catalog.create(
              stream.get(), GROUP, Start.latest(), GroupOptions.DEFAULT, Precondition.NONE);
      seen.created(mark, created.value().id().generation(), created.isNew());
    } catch (RequestException.Unknown | RequestException.Unavailable e) {
      failed(seen, e);
    } catch (RequestException.NotFound e) {
      at(name.value()).isDead(stream.get().generation());
    }
  }

  private void deleteGroup(Catalog catalog, StreamName name) {
    Optional<StreamId> stream = catalog.view().stream(name).map(CatalogStream::id);
    if (stream.isPresent()) {
      Sightings seen = at(group(stream.get()));
      Sightings.Mark mark = seen.beginDeletion();
      try {
        catalog.delete(stream.get(), GROUP, Precondition.NONE);
        seen.deleted(mark);
      } catch (RequestException.Unavailable e) {
        seen.notDeleted();
      } catch (RequestException.Unknown e) {
        // It may be deleted at any time.
      }
    }
  }

  private void refresh(Catalog catalog) {
    Map<String, Sightings.Mark> marks = new TreeMap<>();
    sightings.forEach((name, seen) -> marks.put(name, seen.begin()));
    try {
      CatalogView view = catalog.refresh();
      marks.forEach((name, mark) -> at(name).refreshed(mark, generation(view, name)));
    } catch (RequestException.Unavailable e) {
      // Nothing was seen.
    }
  }

  /** Each node's views, as its listener is told of them, only ever become newer. */
  private void heed(SimulatedNode node, CatalogView view) {
    view.streams()
        .forEach(
            (name, stream) -> {
              int generation = stream.id().generation();
              Integer former = viewed.put(node.name() + " " + name, generation);
              if (former != null && former > generation) {
                wrong.add(node + " is told of " + stream.id() + " after " + former);
              }
            });
  }

  private void failed(Sightings seen, RequestException e) {
    if (e instanceof RequestException.Unknown) {
      seen.unknown();
    }
  }

  private static Optional<Integer> generation(CatalogView view, String name) {
    if (name.indexOf('/') < 0) {
      return view.stream(new StreamName(name)).map(stream -> stream.id().generation());
    }
    return Optional.ofNullable(view.groups().get(name.substring(0, name.indexOf('/'))))
        .map(groups -> groups.get(GROUP.value()))
        .map(group -> group.id().generation());
  }

  private Outcome outcome(boolean over) {
    if (!over) {
      wrong.add("the nodes do not end");
    }
    Definitions rows =
        DefinitionTable.read(
            stores.direct(), DefinitionTable.partition(StreamDefinitions.KIND), Definitions.NONE);
    int creations = 0;
    for (String name : NAMES) {
      int generations = rows.find(name).map(Definition::generation).orElse(0);
      wrong.addAll(at(name).wrong(generations));
      creations += at(name).creations();
    }
    sightings.values().forEach(seen -> wrong.addAll(seen.wrong(0)));
    return new Outcome(List.copyOf(wrong), creations);
  }

  private Sightings at(String name) {
    Optional<Sightings> parent =
        name.indexOf('~') < 0
            ? Optional.empty()
            : Optional.of(at(name.substring(0, name.indexOf('~'))));
    return sightings.computeIfAbsent(name, it -> new Sightings(it, () -> steps++, parent));
  }

  private static String group(StreamId stream) {
    return stream + "/" + GROUP;
  }
}
