package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.stream.ShardId;
import io.messina.testkit.Seeds;
import io.messina.testkit.StoreOperations;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OwnershipSimulationTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void nobody_acknowledges_once_another_has_taken_the_shard_and_all_shards_find_their_owners() {
    Seeds.forEach(seed -> assertThat(Chaos.run(seed)).isEmpty());
  }

  @Test
  void nobody_does_so_either_if_clocks_are_wrong_by_days_and_years() {
    Seeds.forEach(40, seed -> assertThat(Chaos.ofYears(seed)).isEmpty());
  }

  @Test
  void what_is_acknowledged_by_one_that_stood_still_with_its_clocks_is_found_by_the_next_owner() {
    Seeds.forEach(seed -> assertThat(Chaos.frozen(seed)).isEmpty());
  }

  @Test
  void what_a_writer_believes_written_is_written_and_each_epoch_has_one_owner() {
    Seeds.forEach(seed -> assertThat(FencedRace.run(seed)).isEmpty());
  }

  @Test
  void clocks_whose_rates_are_as_far_apart_as_allowed_harm_nothing() {
    Seeds.forEach(40, seed -> assertThat(Duel.run(seed)).isEmpty());
  }

  @Test
  void when_the_store_is_silent_nobody_is_taken_for_dead_and_all_get_their_shards_back() {
    Seeds.forEach(40, seed -> assertThat(Silence.run(seed)).isEmpty());
  }

  @Test
  void exceptions_that_no_store_should_throw_end_no_loop_and_mislead_nobody() {
    Seeds.forEach(40, seed -> assertThat(Spoilage.run(seed)).isEmpty());
  }

  @Test
  void an_earlier_server_owns_nothing_once_a_member_has_passed_the_guard() {
    Seeds.forEach(40, seed -> assertThat(Upgrade.run(seed)).isEmpty());
  }

  @Test
  void one_that_is_alone_has_all_shards_at_once_also_after_a_clean_stop() {
    Seeds.forEach(
        20,
        seed -> {
          try (Cluster cluster = new Cluster(seed, 16)) {
            cluster.start("a");
            assertThat(cluster.settles(Duration.ofMillis(500))).isTrue();
            cluster.leave("a");
            assertThat(cluster.simulation.runUntil(() -> !cluster.runs("a"), LONG)).isTrue();

            cluster.start("b");
            assertThat(cluster.settles(Duration.ofSeconds(1))).isTrue();
          }
        });
  }

  @Test
  void one_that_starts_after_a_crash_has_all_shards_soon_after_the_lease() {
    try (Cluster cluster = new Cluster(1, 16)) {
      cluster.start("a");
      assertThat(cluster.settles(LONG)).isTrue();
      cluster.crash("a");

      cluster.start("b");
      assertThat(cluster.settles(Duration.ofSeconds(4))).isFalse();
      assertThat(cluster.settles(Duration.ofMillis(2_500))).isTrue();
      assertThat(cluster.deaths).isEqualTo(16);
    }
  }

  @Test
  void shards_of_one_that_is_killed_have_other_owners_within_a_lease_and_a_second() {
    Seeds.forEach(
        20,
        seed -> {
          try (Cluster cluster = new Cluster(seed, 16)) {
            List.of("a", "b").forEach(cluster::start);
            assertThat(cluster.settles(LONG)).isTrue();
            RandomGenerator random = cluster.simulation.random("crash");
            cluster.simulation.runFor(Duration.ofMillis(random.nextLong(10_000, 12_000)));
            cluster.crash("a");

            assertThat(cluster.settles(Duration.ofSeconds(6))).as("seed " + seed).isTrue();
          }
        });
  }

  @Test
  void a_silence_of_the_store_costs_one_that_is_alone_its_shards_only_until_it_answers_again() {
    try (Cluster cluster = new Cluster(1, 16)) {
      cluster.start("a");
      assertThat(cluster.settles(LONG)).isTrue();
      cluster.stores.silence(Duration.ofSeconds(20));
      cluster.simulation.runFor(Duration.ofSeconds(20));
      assertThat(cluster.process("a").service().owned()).isEmpty();

      assertThat(cluster.settles(Duration.ofSeconds(3))).isTrue();
    }
  }

  @Test
  void members_that_start_together_share_the_shards_from_the_beginning() {
    Seeds.forEach(
        20,
        seed -> {
          try (Cluster cluster = new Cluster(seed, 64)) {
            cluster.start("a");
            cluster.start("b");
            assertThat(cluster.settles(Duration.ofSeconds(5))).isTrue();
            assertThat(cluster.process("a").service().owned()).hasSizeBetween(10, 54);
          }
        });
  }

  @Test
  void a_gateway_knows_the_owners_gets_no_shard_and_takes_none_when_an_owner_dies() {
    try (Cluster cluster = new Cluster(1, 64)) {
      cluster.startGateway("g");
      cluster.start("a");
      cluster.start("b");
      assertThat(cluster.settles(LONG)).isTrue();
      Ownership gateway = cluster.process("g").ownership();
      assertThat(gateway.members()).containsExactlyInAnyOrder("a", "b", "g");
      cluster
          .owners()
          .orElseThrow()
          .forEach((shard, owner) -> assertThat(gateway.expectedOwner(shard)).contains(owner));

      cluster.crash("a");
      cluster.simulation.runFor(LONG);
      assertThat(cluster.process("b").service().owned()).hasSize(64);
      assertThat(cluster.process("g").service().owned()).isEmpty();
    }
  }

  @Test
  void a_hand_over_between_live_owners_takes_well_under_a_second() {
    try (Cluster cluster = new Cluster(1, 64)) {
      cluster.start("a");
      cluster.start("b");
      assertThat(cluster.settles(LONG)).isTrue();
      cluster.simulation.runFor(Duration.ofSeconds(20));

      cluster.start("c");
      cluster.simulation.runFor(Duration.ofSeconds(5));
      int before = cluster.takeOvers;
      assertThat(cluster.settles(LONG)).isTrue();

      assertThat(cluster.takeOvers - before).isBetween(10, 35);
      assertThat(cluster.slowestHandOver).isBetween(Duration.ofMillis(1), Duration.ofMillis(500));
      assertThat(cluster.wrong).isEmpty();
    }
  }

  @Test
  void shards_of_one_that_leaves_are_taken_within_half_a_second_by_those_that_it_tells() {
    try (Cluster cluster = new Cluster(1, 64)) {
      List.of("a", "b", "c").forEach(cluster::start);
      assertThat(cluster.settles(LONG)).isTrue();
      cluster.leave("a");
      assertThat(cluster.settles(Duration.ofMillis(500))).isTrue();
    }
  }

  @Test
  void one_that_leaves_expects_its_shards_at_the_others_at_once_as_it_passes_requests_on() {
    try (Cluster cluster = new Cluster(1, 64)) {
      List.of("a", "b", "c").forEach(cluster::start);
      assertThat(cluster.settles(LONG)).isTrue();
      Ownership leaving = cluster.process("a").ownership();
      List<ShardId> shards =
          cluster.process("a").service().owned().stream().map(OwnedShard::shard).toList();

      cluster.leave("a");
      assertThat(cluster.simulation.runUntil(() -> !cluster.runs("a"), LONG)).isTrue();
      assertThat(cluster.settles(LONG)).isTrue();

      Map<ShardId, String> owners = cluster.owners().orElseThrow();
      assertThat(shards).isNotEmpty();
      shards.forEach(shard -> assertThat(leaving.expectedOwner(shard)).contains(owners.get(shard)));
    }
  }

  @Test
  void a_shard_that_its_member_cannot_serve_is_served_by_another_one() {
    try (Cluster cluster = new Cluster(1, 16)) {
      List.of("a", "b", "c").forEach(cluster::start);
      assertThat(cluster.settles(LONG)).isTrue();
      ShardId stuck = cluster.process("a").service().owned().getFirst().shard();
      cluster.failToServe("a", stuck);
      cluster.leave("a");
      assertThat(cluster.simulation.runUntil(() -> !cluster.runs("a"), LONG)).isTrue();
      cluster.start("a");

      assertThat(
              cluster.simulation.runUntil(
                  () -> !cluster.process("a").service().owned().isEmpty(), LONG))
          .isTrue();
      assertThat(
              cluster.simulation.runUntil(
                  () -> cluster.owners().filter(it -> !"a".equals(it.get(stuck))).isPresent(),
                  LONG))
          .isTrue();
      assertThat(cluster.process("a").service().owned()).hasSizeGreaterThan(1);
    }
  }

  @Test
  void a_process_that_leaves_hands_all_its_shards_over() {
    try (Cluster cluster = new Cluster(1, 64)) {
      cluster.start("a");
      cluster.start("b");
      assertThat(cluster.settles(LONG)).isTrue();

      cluster.leave("a");
      assertThat(cluster.simulation.runUntil(() -> !cluster.runs("a"), Duration.ofSeconds(4)))
          .isTrue();

      assertThat(cluster.settles(Duration.ofSeconds(2))).isTrue();
      assertThat(cluster.wrong).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"P2D", "P1000D", "-PT20H"})
  void a_member_whose_clock_steps_sees_the_others_and_takes_no_shard_of_theirs(Duration step) {
    try (Cluster cluster = new Cluster(1, 64)) {
      cluster.start("a");
      cluster.start("b");
      assertThat(cluster.settles(LONG)).isTrue();
      List<OwnedShard> others = cluster.process("b").service().owned();

      cluster.process("a").node().clock().step(step);
      cluster.simulation.runFor(LONG);

      assertThat(cluster.process("b").service().owned()).containsAll(others);
      assertThat(cluster.isSettled()).isTrue();
      assertThat(cluster.wrong).isEmpty();
    }
  }

  /** Stores take nothing that was written more than a day ahead of the clock of who writes it. */
  @Test
  void a_member_whose_clock_steps_years_back_can_write_nothing_and_comes_back_once_it_is_right() {
    try (Cluster cluster = new Cluster(1, 64)) {
      cluster.start("a");
      cluster.start("b");
      assertThat(cluster.settles(LONG)).isTrue();
      List<OwnedShard> others = cluster.process("b").service().owned();
      Duration years = Duration.ofDays(730);

      cluster.process("a").node().clock().step(years.negated());
      cluster.simulation.runFor(LONG);
      assertThat(cluster.process("a").service().owned()).isEmpty();
      assertThat(cluster.process("b").service().owned()).containsAll(others).hasSize(64);

      cluster.process("a").node().clock().step(years);
      assertThat(cluster.settles(LONG)).isTrue();
      assertThat(cluster.process("b").service().owned()).hasSameSizeAs(others);
      assertThat(cluster.wrong).isEmpty();
    }
  }

  @Test
  void a_newcomer_that_dies_again_and_again_moves_its_own_shards_once_in_two_leases() {
    try (Cluster cluster = new Cluster(1, 16)) {
      cluster.serve(false);
      List.of("a", "b", "c").forEach(cluster::start);
      assertThat(cluster.settles(LONG)).isTrue();
      cluster.simulation.runFor(LONG);
      Map<ShardId, Long> before = cluster.epochs();
      Duration twoLeases = OwnershipOptions.DEFAULT.lease().multipliedBy(2);
      for (int i = 0; i < 3; i++) {
        cluster.start("new");
        cluster.simulation.runFor(twoLeases.minusSeconds(2));
        cluster.crash("new");
      }
      assertThat(cluster.epochs()).isEqualTo(before);

      Set<ShardId> taken = new HashSet<>();
      for (int i = 1; i <= 3; i++) {
        Duration begun = cluster.simulation.elapsed();
        cluster.start("new");
        Cluster.ToyService service = cluster.process("new").service();
        assertThat(cluster.simulation.runUntil(() -> !service.owned().isEmpty(), LONG)).isTrue();
        assertThat(cluster.simulation.elapsed().minus(begun))
            .isGreaterThan(twoLeases.minusSeconds(2));
        cluster.simulation.runFor(Duration.ofSeconds(1));
        service.owned().forEach(shard -> taken.add(shard.shard()));
        cluster.crash("new");
        int times = i;
        cluster
            .epochs()
            .forEach(
                (shard, epoch) ->
                    assertThat(epoch - before.getOrDefault(shard, 0L))
                        .isLessThanOrEqualTo(taken.contains(shard) ? 2L * times : 0));
      }
      assertThat(taken).hasSizeLessThan(8);
      assertThat(cluster.settles(LONG)).isTrue();
    }
  }

  @Test
  void an_idle_cluster_costs_a_beat_and_two_reads_per_process_and_second_whatever_its_shards() {
    assertThat(idle(8)).isEqualTo(idle(512)).isEqualTo(new StoreOperations(0, 3, 3, 3, 0));
  }

  /** What three processes do in a second. */
  private static StoreOperations idle(int shards) {
    try (Cluster cluster = new Cluster(1, shards)) {
      cluster.serve(false);
      cluster.start("a");
      cluster.start("b");
      cluster.start("c");
      cluster.simulation.runFor(Duration.ofMinutes(5));
      assertThat(cluster.isSettled()).isTrue();
      StoreOperations before = cluster.stores.operations();
      cluster.simulation.runFor(Duration.ofSeconds(100));
      StoreOperations all = cluster.stores.operations().since(before);
      return new StoreOperations(
          all.creates(),
          perSecond(all.reads()),
          perSecond(all.scanPages()),
          perSecond(all.plainWrites()),
          all.fencedWrites());
    }
  }

  private static long perSecond(long in100Seconds) {
    return Math.round(in100Seconds / 100.0);
  }

  /** A store that answers with exceptions it should not know, while processes come and go. */
  static final class Spoilage {

    private static final List<String> NAMES = List.of("a", "b", "c");

    private Spoilage() {}

    /** What went wrong: nothing, or words. */
    static List<String> run(long seed) {
      try (Cluster cluster = new Cluster(seed, 6)) {
        RandomGenerator random = cluster.simulation.random("spoilage");
        NAMES.forEach(cluster::start);
        cluster.settles(Duration.ofMinutes(1));
        for (double share : List.of(0.1, 1.0, 0.3)) {
          cluster.spoil(share);
          cluster.simulation.runFor(Duration.ofMillis(random.nextLong(1_000, 20_000)));
          String name = NAMES.get(random.nextInt(NAMES.size()));
          if (random.nextBoolean()) {
            cluster.crash(name);
            cluster.start(name);
          }
          cluster.simulation.runFor(Duration.ofMillis(random.nextLong(1_000, 20_000)));
        }
        cluster.spoil(0);
        if (!cluster.settles(MovePlan.DECLINED_FOR.plusMinutes(3))) {
          cluster.wrong.add("after the end of all trouble: " + cluster.owners());
        }
        leaveAll(cluster);
        return List.copyOf(cluster.wrong);
      }
    }

    /** Leaving waits for what is under way: a move that was forgotten would hold it up for ever. */
    private static void leaveAll(Cluster cluster) {
      cluster.names().forEach(cluster::leave);
      if (!cluster.simulation.runUntil(() -> cluster.names().isEmpty(), Duration.ofMinutes(1))) {
        cluster.wrong.add("did not leave: " + cluster.names());
      }
    }
  }
}
