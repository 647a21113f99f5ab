package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.SimulatedSites;
import io.messina.testkit.Faults;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.FaultyStore.Operation;
import io.messina.testkit.Seeds;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.StoreOperations;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ClusterGuardTest {

  private static final Duration LEASE = EarlierServer.LEASE;
  private static final Duration LONG = Duration.ofMinutes(2);

  @AutoClose private final Simulation simulation = new Simulation(1);
  private final SimulatedStore stores = new SimulatedStore(simulation);
  private final SimulatedNode node = simulation.node("a");
  private final SimulatedNode old = simulation.node("old");

  @BeforeEach
  void create() {
    stores.direct().create(ClusterGuard.CLUSTERS);
  }

  @Test
  void the_first_process_claims_the_keyspace_and_all_others_read_the_same_id() {
    String id = pass("here");
    StoreOperations before = stores.operations();
    assertThat(pass("here")).isEqualTo(id);

    assertThat(stores.operations().since(before)).isEqualTo(new StoreOperations(0, 1, 0, 0, 0));
  }

  @Test
  void keyspaces_have_different_ids() {
    try (Simulation another = new Simulation(2)) {
      SimulatedStore elsewhere = new SimulatedStore(another);
      elsewhere.direct().create(ClusterGuard.CLUSTERS);
      SimulatedNode there = another.node("a");
      String id = another.call(there, () -> guard(there, elsewhere.at(there), "here").pass("a"));

      assertThat(id).isNotEqualTo(pass("here"));
    }
  }

  @Test
  void of_some_that_come_at_once_all_pass_to_one_cluster() {
    Seeds.forEach(40, seed -> assertThat(idsOfThree(seed)).hasSize(1));
  }

  private static Set<String> idsOfThree(long seed) {
    Set<String> ids = new TreeSet<>();
    try (Simulation simulation = new Simulation(seed)) {
      SimulatedStore stores = new SimulatedStore(simulation);
      stores.direct().create(ClusterGuard.CLUSTERS);
      stores.faults(Faults.ROUGH);
      AtomicInteger passed = new AtomicInteger();
      for (String name : List.of("a", "b", "c")) {
        SimulatedNode node = simulation.node(name);
        node.spawn("main", () -> ids.add(persist(node, stores.at(node), passed)));
      }
      assertThat(simulation.runUntil(() -> passed.get() == 3, LONG)).isTrue();
    }
    return ids;
  }

  private static String persist(SimulatedNode node, Store store, AtomicInteger passed) {
    while (true) {
      try {
        String id = guard(node, store, "here").pass(node.name());
        passed.incrementAndGet();
        return id;
      } catch (StoreUnavailableException e) {
        node.pause(Duration.ofMillis(50));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void an_earlier_server_that_has_released_the_keyspace_is_not_waited_for() {
    EarlierServer earlier = startEarlier();
    earlier.close();
    simulation.runFor(Duration.ofSeconds(2));
    Duration begun = simulation.elapsed();
    pass("here");

    assertThat(simulation.elapsed().minus(begun)).isLessThan(Duration.ofMillis(200));
  }

  @Test
  void one_that_is_silent_for_a_lease_is_followed() {
    EarlierServer _ = startEarlier();
    old.crash();
    Duration begun = simulation.elapsed();
    pass("here");

    assertThat(simulation.elapsed().minus(begun)).isBetween(LEASE, LEASE.plusMillis(500));
  }

  @Test
  void one_that_beats_is_named_and_keeps_the_keyspace() {
    EarlierServer earlier = startEarlier();

    assertThat(failure("here"))
        .asInstanceOf(type(StoreException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.IN_USE))
        .extracting(Throwable::getMessage)
        .asString()
        .contains("a server of an earlier version, process 4711 of host a,", "stop it first");
    simulation.runFor(LONG);
    assertThat(earlier.holdsLease()).isTrue();
    assertThat(earlier.incarnations()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void one_that_slept_meanwhile_finds_another_fence_when_it_wakes_and_never_comes_back(
      Suspension how) {
    EarlierServer earlier = startEarlier();
    old.suspend(how);
    pass("here");
    old.resume();
    simulation.runFor(LONG);

    assertThat(earlier.holdsLease()).isFalse();
    assertThat(earlier.isRefused()).isTrue();
    assertThat(earlier.incarnations()).isEqualTo(2);
  }

  @Test
  void one_that_starts_later_refuses() {
    pass("here");
    EarlierServer earlier = startEarlier();

    assertThat(earlier.isRefused()).isTrue();
  }

  @Test
  void another_data_centre_is_refused_by_members_and_by_an_earlier_server_alike() {
    EarlierServer earlier = startEarlier();
    assertElsewhere();
    earlier.close();
    simulation.runFor(Duration.ofSeconds(2));
    pass("here");
    assertElsewhere();
  }

  private void assertElsewhere() {
    assertThat(failure("there"))
        .asInstanceOf(type(StoreException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.MISCONFIGURED))
        .extracting(Throwable::getMessage)
        .isEqualTo(
            "the keyspace is used from data centre here, and --store names there:"
                + " run the server in here");
  }

  @Test
  void whatever_call_fails_the_process_is_told_and_passes_to_the_same_cluster_later() {
    EarlierServer _ = startEarlier();
    old.crash();
    AtomicInteger calls = new AtomicInteger();
    FaultyStore store = new FaultyStore(stores.at(node));
    List<String> ids = new ArrayList<>();
    for (int failing = 0; failing < 60 && calls.get() <= failing; failing++) {
      int number = failing;
      calls.set(-1);
      store.mend();
      store.before(call -> failAt(calls.incrementAndGet() == number, call));
      assertThat(outcome(store, ids)).isIn("passed", "told");
    }
    store.mend();
    assertThat(outcome(store, ids)).isEqualTo("passed");
    assertThat(Set.copyOf(ids)).hasSize(1);
  }

  private static void failAt(boolean fails, FaultyStore.Call call) {
    if (fails) {
      throw new StoreUnavailableException("refused: " + call.operation());
    }
  }

  private String outcome(Store store, List<String> ids) {
    try {
      ids.add(pass(store, "here"));
      return "passed";
    } catch (CompletionException e) {
      return e.getCause() instanceof StoreUnavailableException ? "told" : e.toString();
    }
  }

  @Test
  void a_claim_whose_answer_is_lost_is_found_to_be_the_own_one() {
    AtomicInteger writes = new AtomicInteger();
    Store store =
        new FaultyStore(stores.at(node))
            .loseAnswers(
                call -> call.operation() == Operation.WRITE_IF && writes.incrementAndGet() == 1);
    String id = pass(store, "here");

    assertThat(writes).hasValue(2);
    assertThat(pass("here")).isEqualTo(id);
  }

  @Test
  void a_store_that_takes_no_claim_for_a_lease_is_told() {
    Store store =
        new FaultyStore(stores.at(node)).refuse(call -> call.operation() == Operation.WRITE_IF);
    Duration begun = simulation.elapsed();

    assertThat(failure(store, "here"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("the keyspace cannot be claimed: no answer in PT5S");
    assertThat(simulation.elapsed().minus(begun)).isBetween(LEASE, LEASE.plusSeconds(2));
  }

  @Test
  void reads_too_slow_to_tell_whether_an_earlier_server_beats_are_told() {
    EarlierServer _ = startEarlier();
    old.crash();
    Store store =
        new FaultyStore(stores.at(node))
            .before(_ -> node.pause(LEASE.dividedBy(2).plusMillis(100)));

    assertThat(failure(store, "here"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("reads take more than half of its lease of PT5S");
  }

  private EarlierServer startEarlier() {
    EarlierServer earlier = new EarlierServer(old, stores.at(old), "here");
    old.spawn("start", earlier::start);
    simulation.runFor(Duration.ofMillis(500));
    assertThat(earlier.holdsLease() || earlier.isRefused()).isTrue();
    return earlier;
  }

  private String pass(String datacenter) {
    return pass(stores.at(node), datacenter);
  }

  private String pass(Store store, String datacenter) {
    CompletableFuture<String> passed =
        node.call(() -> guard(node, store, datacenter).pass("process 1 of host b"));
    assertThat(simulation.runUntil(passed::isDone, LONG)).isTrue();
    return passed.join();
  }

  private Throwable failure(String datacenter) {
    return failure(stores.at(node), datacenter);
  }

  private Throwable failure(Store store, String datacenter) {
    try {
      return new AssertionError("passed to " + pass(store, datacenter));
    } catch (CompletionException e) {
      return Objects.requireNonNull(e.getCause());
    }
  }

  private static ClusterGuard guard(SimulatedNode node, Store store, String datacenter) {
    return new ClusterGuard(
        SimulatedSites.context(store, node, "guard"), "cluster", datacenter, LEASE);
  }
}
