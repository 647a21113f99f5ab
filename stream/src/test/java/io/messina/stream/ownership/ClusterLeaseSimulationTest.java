package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.testkit.Seeds;
import io.messina.testkit.StoreOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One process at a time has the cluster lease of its cluster, and all shards. */
final class ClusterLeaseSimulationTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void nobody_acknowledges_once_another_has_taken_the_seat_and_somebody_has_all_shards() {
    Seeds.forEach(seed -> assertThat(Chaos.leased(seed)).isEmpty());
  }

  @Test
  void clocks_whose_rates_are_as_far_apart_as_allowed_harm_nothing() {
    Seeds.forEach(40, seed -> assertThat(Duel.leased(seed)).isEmpty());
  }

  @Test
  void one_that_starts_after_a_clean_stop_has_all_shards_within_a_second() {
    try (Cluster cluster = new Cluster(1, 16, true)) {
      cluster.start("a");
      assertThat(cluster.settles(Duration.ofSeconds(1))).isTrue();
      cluster.leave("a");
      assertThat(cluster.simulation.runUntil(() -> !cluster.runs("a"), LONG)).isTrue();

      cluster.start("b");
      assertThat(cluster.settles(Duration.ofSeconds(1))).isTrue();
    }
  }

  @Test
  void one_that_starts_after_a_crash_has_all_shards_soon_after_the_lease() {
    try (Cluster cluster = new Cluster(1, 16, true)) {
      cluster.start("a");
      assertThat(cluster.settles(LONG)).isTrue();
      cluster.crash("a");

      cluster.start("b");
      assertThat(cluster.settles(Duration.ofSeconds(4))).isFalse();
      assertThat(cluster.settles(Duration.ofMillis(2_500))).isTrue();
    }
  }

  @Test
  void one_that_waits_gets_nothing_while_the_holder_beats_and_all_when_it_crashes() {
    try (Cluster cluster = new Cluster(1, 16, true)) {
      cluster.start("a");
      assertThat(cluster.settles(LONG)).isTrue();
      cluster.start("b");
      cluster.simulation.runFor(LONG);
      assertThat(cluster.process("b").service().owned()).isEmpty();
      assertThat(cluster.process("a").service().owned()).hasSize(16);

      cluster.crash("a");
      assertThat(cluster.settles(Duration.ofSeconds(7))).isTrue();
    }
  }

  @Test
  void a_silence_of_the_store_costs_the_holder_its_seat_only_until_it_answers_again() {
    try (Cluster cluster = new Cluster(1, 16, true)) {
      cluster.start("a");
      assertThat(cluster.settles(LONG)).isTrue();
      cluster.start("b");
      cluster.simulation.runFor(LONG);
      cluster.stores.silence(Duration.ofSeconds(20));
      cluster.simulation.runFor(Duration.ofSeconds(20));
      assertThat(cluster.process("a").service().owned()).isEmpty();

      assertThat(cluster.settles(Duration.ofSeconds(10))).isTrue();
      assertThat(cluster.process("a").service().owned()).hasSize(16);
    }
  }

  @Test
  void a_holder_costs_a_fenced_write_a_second_whatever_its_shards() {
    try (Cluster cluster = new Cluster(1, 512, true)) {
      cluster.serve(false);
      cluster.start("a");
      cluster.simulation.runFor(LONG);
      assertThat(cluster.isSettled()).isTrue();
      StoreOperations before = cluster.stores.operations();
      cluster.simulation.runFor(Duration.ofSeconds(100));
      assertThat(cluster.stores.operations().since(before))
          .isEqualTo(new StoreOperations(0, 0, 0, 0, 100));
    }
  }

  @Test
  void the_last_holders_are_remembered() {
    try (Cluster cluster = new Cluster(1, 1, true)) {
      for (int i = 0; i < ClusterLease.HOLDERS_MAX + 3; i++) {
        String name = "p" + i;
        cluster.start(name);
        assertThat(cluster.settles(LONG)).isTrue();
        cluster.leave(name);
        assertThat(cluster.simulation.runUntil(() -> !cluster.runs(name), LONG)).isTrue();
      }
      List<Row> holders = new ArrayList<>();
      cluster
          .stores
          .direct()
          .scan(Scan.of(new ClusterLease("c", "here", "a").partition()))
          .forEachRemaining(holders::add);

      assertThat(holders).hasSize((int) ClusterLease.HOLDERS_MAX);
      assertThat(holders.getFirst().get(ClusterLease.PROCESS)).isEqualTo("p34");
    }
  }
}
