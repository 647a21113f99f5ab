package io.messina.stream.catalog;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.messina.testkit.Seeds;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.StoreOperations;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class CatalogSimulationTest {

  private static final StreamName EDITS = new StreamName("edits");

  @AutoClose private final World world = new World();

  @Test
  void nodes_that_create_and_delete_the_same_names_agree_on_what_is_there() {
    AtomicInteger creations = new AtomicInteger();
    AtomicInteger histories = new AtomicInteger();
    Seeds.forEach(
        seed -> {
          CatalogWorld.Outcome outcome = CatalogWorld.run(seed);
          assertThat(outcome.wrong()).isEmpty();
          creations.addAndGet(outcome.creations());
          histories.incrementAndGet();
        });
    // Else the histories would prove nothing.
    assertThat(creations.get()).isGreaterThan(histories.get() * 5);
  }

  @Test
  void an_idle_second_costs_one_read_whatever_the_number_of_streams() {
    Catalog catalog = world.start("a");
    world.run("a", () -> createStreams(catalog, 200));
    StoreOperations before = world.stores.operations();
    world.simulation.runFor(Duration.ofSeconds(100));
    StoreOperations spent = world.stores.operations().since(before);
    assertThat(spent.reads()).isBetween(95L, 100L);
    assertThat(spent.total()).isEqualTo(spent.reads());
  }

  @Test
  void others_are_told_within_about_a_second_and_the_own_node_at_once() {
    Catalog here = world.start("a");
    Catalog there = world.start("b");
    List<CatalogView> toldHere = new ArrayList<>();
    List<CatalogView> toldThere = new ArrayList<>();
    here.onChange(toldHere::add);
    there.onChange(toldThere::add);
    there.onChange(
        view -> {
          throw new IllegalStateException("planted");
        });
    world.run("a", () -> here.create(EDITS, StreamOptions.DEFAULT));
    assertThat(here.view().stream(EDITS)).isPresent();
    world.simulation.runFor(Duration.ofMillis(1_010));
    world.run("a", () -> here.delete(EDITS, Precondition.NONE));
    world.simulation.runFor(Duration.ofMillis(1_010));

    assertThat(toldHere).extracting(view -> view.streams().size()).containsExactly(1, 0);
    assertThat(toldThere).extracting(view -> view.streams().size()).containsExactly(1, 0);
  }

  @Test
  void what_is_there_again_is_known_to_all_nodes_when_it_is_answered() {
    Catalog here = world.start("a");
    Catalog there = world.start("b");
    world.run("a", () -> here.create(EDITS, StreamOptions.DEFAULT));
    world.simulation.runFor(Duration.ofSeconds(3));
    world.run("a", () -> here.delete(EDITS, Precondition.NONE));
    assertThat(there.view().stream(EDITS)).isPresent();
    world.run("a", () -> here.create(EDITS, StreamOptions.DEFAULT));
    assertThat(there.view().stream(EDITS).orElseThrow().id().generation()).isEqualTo(2);
  }

  @Test
  void a_store_that_is_away_blocks_no_start_and_its_return_is_noticed() {
    Catalog writer = world.start("a");
    world.run("a", () -> writer.create(EDITS, StreamOptions.DEFAULT));
    world.stores.silence(Duration.ofMinutes(1));
    Catalog catalog = world.start("b");
    world.simulation.runFor(Duration.ofSeconds(59));
    assertThat(catalog.isLoaded()).isFalse();
    assertThat(writer.isFresh()).isFalse();
    assertThat(writer.view().stream(EDITS)).isPresent();

    world.simulation.runFor(Duration.ofSeconds(5));
    assertThat(catalog.isLoaded()).isTrue();
    assertThat(catalog.isFresh()).isTrue();
    assertThat(writer.isFresh()).isTrue();
    assertThat(catalog.view()).isEqualTo(writer.view());
  }

  @Test
  void a_closed_catalog_reads_no_more() {
    world.start("a").close();
    world.simulation.runFor(Duration.ofSeconds(2));
    StoreOperations before = world.stores.operations();
    world.simulation.runFor(Duration.ofSeconds(10));
    assertThat(world.stores.operations()).isEqualTo(before);
  }

  private static void createStreams(Catalog catalog, int count) {
    for (int i = 0; i < count; i++) {
      catalog.create(new StreamName("s" + i), StreamOptions.DEFAULT);
    }
  }

  /** Nodes on a store that never fails but when it is silent. */
  private static final class World implements AutoCloseable {

    private final Simulation simulation = new Simulation(1);
    private final SimulatedStore stores = new SimulatedStore(simulation);
    private final List<SimulatedNode> nodes = new ArrayList<>();

    private World() {
      stores.direct().create(DefinitionTable.DEFINITIONS);
    }

    private Catalog start(String name) {
      SimulatedNode node = simulation.node(name);
      nodes.add(node);
      Catalog catalog = new Catalog(SimulatedSites.context(stores.at(node), node, "catalog"));
      node.spawn("start", catalog::start);
      simulation.runFor(Duration.ofMillis(10));
      return catalog;
    }

    private void run(String name, Runnable task) {
      SimulatedNode node =
          nodes.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
      var _ =
          simulation.call(
              node,
              () -> {
                task.run();
                return true;
              });
    }

    @Override
    public void close() {
      simulation.close();
    }
  }

  /** What was done and seen of one name by all nodes, and what of it cannot be. */
  static final class Sightings {

    private final String name;
    private final LongSupplier steps;
    private final Optional<Sightings> parent;
    private final List<String> wrong = new ArrayList<>();
    private final NavigableMap<Integer, Integer> news = new TreeMap<>();
    private final Map<Integer, Long> begun = new HashMap<>();
    private int deletionsUnderWay;
    private long deletionEnded = -1;
    private int known;
    private int dead;
    private int unknown;

    /**
     * Nothing is seen yet.
     *
     * @param steps counts what happens, to all names
     * @param parent what is deleted together with this
     */
    Sightings(String name, LongSupplier steps, Optional<Sightings> parent) {
      this.name = name;
      this.steps = steps;
      this.parent = parent;
    }

    /** How things stood when something began. */
    record Mark(long step, int known, int dead) {}

    Mark begin() {
      return new Mark(steps.getAsLong(), known, dead);
    }

    Mark beginDeletion() {
      deletionsUnderWay++;
      return begin();
    }

    void created(Mark mark, int generation, boolean isNew) {
      if (isNew && news.merge(generation, 1, Integer::sum) > 1) {
        wrong.add(name + "~" + generation + " was new twice");
      }
      if (isNew && generation <= mark.known) {
        wrong.add(name + "~" + generation + " was new when it had been seen");
      }
      begun.merge(generation, mark.step, Math::max);
      see(mark, generation);
    }

    /** A creation whose outcome is not known. */
    void unknown() {
      unknown++;
    }

    void deleted(Mark mark) {
      notDeleted();
      dead = Math.max(dead, mark.known);
    }

    void notDeleted() {
      deletionsUnderWay--;
      deletionEnded = steps.getAsLong();
    }

    void isDead(int generation) {
      dead = Math.max(dead, generation);
    }

    void refreshed(Mark mark, Optional<Integer> generation) {
      if (generation.isPresent()) {
        see(mark, generation.get());
      } else if (mark.known > 0 && !mayBeDeletedSince(begun.getOrDefault(mark.known, 0L))) {
        wrong.add(name + "~" + mark.known + " is not there, and nobody deleted it");
      }
    }

    /** What is wrong, once all is over and the row is known. */
    List<String> wrong(int generations) {
      if (generations - news.size() > unknown) {
        wrong.add(name + ": " + generations + " generations, new were " + news.keySet());
      }
      return wrong;
    }

    int creations() {
      return news.size();
    }

    private boolean mayBeDeletedSince(long step) {
      return deletionsUnderWay > 0
          || deletionEnded > step
          || parent.map(whole -> whole.mayBeDeletedSince(step)).orElse(false);
    }

    private void see(Mark mark, int generation) {
      if (generation <= mark.dead) {
        wrong.add(name + "~" + generation + " is there although " + mark.dead + " was deleted");
      }
      if (generation < mark.known) {
        wrong.add(name + "~" + generation + " is there although " + mark.known + " was");
      }
      known = Math.max(known, generation);
    }
  }

  /** Nodes that create and delete the same few streams and groups at once, over a rough store. */
  static final class CatalogWorld {

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
          simulation.after(
              Duration.ofSeconds(5), () -> world.stores.silence(Duration.ofSeconds(40)));
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
}
