package io.messina.stream.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.Precondition;
import io.messina.stream.SimulatedSites;
import io.messina.testkit.Seeds;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.StoreOperations;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
}
