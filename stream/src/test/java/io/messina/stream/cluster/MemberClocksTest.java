package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.RequestException;
import io.messina.stream.cluster.ClockWorld.Mistake;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Adds and removals at members whose clocks are wrong, one after the other, are in the order of
 * their requests.
 */
final class MemberClocksTest {

  private static final int SEEDS = 100;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void removals_and_adds_are_in_the_order_of_their_requests(boolean isPushed) {
    int[] whole = new int[1];
    Seeds.forEach(
        SEEDS,
        seed -> {
          try (ClockWorld world = new ClockWorld(seed, Mistake.NONE, isPushed)) {
            assertThat(world.run()).isEmpty();
            whole[0] += world.whole;
          }
        });
    assertThat(whole[0]).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, true",
    "NONE, false",
    "NO_ROUND, true",
    "NO_ROUND, false",
    "DOES_NOT_JOIN, true",
    "DOES_NOT_JOIN, false"
  })
  void an_add_just_after_a_removal_at_one_that_is_ahead_stays_and_the_reverse(
      Mistake mistake, boolean isPushed) {
    try (ClockWorld world = new ClockWorld(1, mistake, isPushed)) {
      ClockWorld.Member ahead = world.members.get(0);
      ClockWorld.Member other = world.members.get(1);
      ClockWorld.Member newcomer = world.members.get(2);
      List<Boolean> right = new ArrayList<>();
      goAhead(ahead, isPushed);
      assertThat(ahead.add("one")).isTrue();
      pause(world);
      assertThat(other.remove("one")).isTrue();
      right.add(!world.isThere("one"));

      goAhead(ahead, isPushed);
      assertThat(ahead.add("two")).isTrue();
      assertThat(ahead.remove("two")).isTrue();
      pause(world);
      assertThat(other.add("two")).isTrue();
      right.add(world.isThere("two"));

      goAhead(ahead, isPushed);
      assertThat(ahead.add("three")).isTrue();
      world.simulation.runFor(OwnershipOptions.DEFAULT.lease());
      assertThat(ahead.remove("three")).isTrue();
      newcomer.endAndBegin();
      boolean isAdded = newcomer.add("three");
      // A process that has crashed is waited for until it is found dead.
      assertThat(isAdded || newcomer.add("three")).isTrue();
      right.add(world.isThere("three"));

      if (mistake == Mistake.NONE) {
        assertThat(right).containsOnly(true);
      } else {
        assertThat(right).contains(false);
      }
    }
  }

  private static void goAhead(ClockWorld.Member member, boolean isPushed) {
    if (isPushed) {
      member.push();
    } else {
      member.node.clock().step(Duration.ofMillis(500));
    }
  }

  private static void pause(ClockWorld world) {
    world.simulation.runFor(Duration.ofMillis(1));
  }

  @Test
  void members_that_do_not_reach_each_other_remove_nothing_and_go_on_adding() {
    try (ClockWorld world = new ClockWorld(1, Mistake.NONE, true)) {
      ClockWorld.Member one = world.members.get(0);
      ClockWorld.Member other = world.members.get(1);
      assertThat(one.add("row")).isTrue();
      assertThat(other.add("row")).isTrue();
      world.wire.cut(one.name, other.name);
      Duration begun = world.simulation.elapsed();
      assertThat(one.remove("row")).isFalse();
      assertThat(one.failure).containsInstanceOf(RequestException.MembersUnreachable.class);
      assertThat(other.remove("row")).isFalse(); // asked, but its answer does not come
      assertThat(world.simulation.elapsed().minus(begun)).isLessThan(Duration.ofSeconds(16));
      assertThat(world.isThere("row")).isTrue();
      assertThat(one.add("another")).isTrue();
      assertThat(other.add("another")).isTrue();
      world.wire.reconnect();
      assertThat(one.remove("row")).isTrue();
      assertThat(world.isThere("row")).isFalse();
    }
  }

  @Test
  void removals_wait_for_a_member_that_has_died_until_it_is_found_dead() {
    try (ClockWorld world = new ClockWorld(1, Mistake.NONE, false)) {
      ClockWorld.Member one = world.members.get(0);
      assertThat(one.add("row")).isTrue();
      world.simulation.runFor(Duration.ofSeconds(5));
      world.members.get(1).node.crash();
      Duration begun = world.simulation.elapsed();
      for (int tries = 0; tries < 2 && !one.remove("row"); tries++) {
        assertThat(one.failure).containsInstanceOf(RequestException.MembersUnreachable.class);
      }
      assertThat(world.simulation.elapsed().minus(begun))
          .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(8));
      assertThat(world.isThere("row")).isFalse();
    }
  }

  @Test
  void a_removal_that_asks_nobody_is_found() {
    assertThat(found(Mistake.NO_ROUND)).isPresent();
  }

  @Test
  void a_new_member_that_asks_nobody_is_found() {
    assertThat(found(Mistake.DOES_NOT_JOIN)).isPresent();
  }

  private static Optional<String> found(Mistake mistake) {
    return LongStream.rangeClosed(1, 200)
        .mapToObj(
            seed -> {
              try (ClockWorld world = new ClockWorld(seed, mistake, true)) {
                return world.run();
              }
            })
        .flatMap(Optional::stream)
        .findFirst();
  }
}
