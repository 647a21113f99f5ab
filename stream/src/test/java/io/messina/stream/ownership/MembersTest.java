package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.messina.runtime.Micros;
import io.messina.store.HybridClock;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.SimulatedSites;
import io.messina.stream.ownership.MemberTable.Member;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** When a process is a member, and which other one must not have its address. */
final class MembersTest extends OwnershipRig {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Incarnation OTHER = Incarnation.next(new SplittableRandom(7));

  private final SimulatedNode one = simulation.node("one");
  private final SimulatedNode two = simulation.node("two");

  @Test
  void one_that_is_alone_is_a_member_after_its_first_beat() {
    Ownership ownership = startMember(one, OwnershipOptions.DEFAULT);
    assertThat(await(one, ownership)).isEmpty();

    assertThat(simulation.elapsed()).isLessThan(Duration.ofMillis(100));
    assertThat(ownership.isMember()).isTrue();
    assertThat(ownership.members()).containsExactly("a");
  }

  @Test
  void a_gateway_is_a_member_and_takes_no_shard() {
    Ownership ownership = startMember(one, OwnershipOptions.GATEWAY);
    assertThat(await(one, ownership)).isEmpty();
    simulation.runFor(LONG);

    assertThat(taken).isEmpty();
    assertThat(ownership.members()).containsExactly("a");
    assertThat(ownership.expectedOwner(SHARD)).isEmpty();
  }

  @Test
  void one_whose_address_another_living_process_has_is_told_its_address() {
    Ownership first = startMember(one, OwnershipOptions.DEFAULT);
    assertThat(await(one, first)).isEmpty();
    Ownership second = startMember(two, OwnershipOptions.DEFAULT);

    assertThat(await(two, second).orElseThrow())
        .asInstanceOf(type(StoreException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.IN_USE))
        .extracting(Throwable::getMessage)
        .isEqualTo("another living server has the address a: give each server its own");
  }

  @Test
  void a_dead_one_may_have_had_its_address() {
    assertThat(await(one, startMember(one, OwnershipOptions.DEFAULT))).isEmpty();
    one.crash();
    Ownership second = startMember(two, OwnershipOptions.DEFAULT);

    assertThat(await(two, second)).isEmpty();
    simulation.runFor(LONG);
    assertThat(await(two, second)).isEmpty();
  }

  @Test
  void one_that_starts_again_at_once_waits_until_the_last_beat_of_its_process_before_is_old() {
    Ownership first = startMember(one, OwnershipOptions.DEFAULT);
    awaitTaken(1);
    one.crash();
    Ownership second = startMember(two, OwnershipOptions.DEFAULT);
    simulation.runFor(Duration.ofMillis(500));
    beat(first.incarnation(), "a", 99);

    assertThat(await(two, second)).isEmpty();
    assertThat(simulation.elapsed()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(8));
    awaitTaken(2);
  }

  @Test
  void one_that_stood_still_owns_nothing_while_another_process_has_its_address() {
    Ownership first = startMember(one, OwnershipOptions.DEFAULT);
    awaitTaken(1);
    one.suspend(Suspension.PROCESS);
    simulation.runFor(Duration.ofSeconds(10));
    Ownership second = startMember(two, OwnershipOptions.DEFAULT);
    awaitTaken(2);
    one.resume();
    simulation.runFor(LONG);

    assertThat(first.isAware()).isFalse();
    assertThat(second.isAware()).isTrue();
    assertThat(taken).hasSize(2);

    two.crash();
    awaitTaken(3);
    assertThat(first.isAware()).isTrue();
  }

  @Test
  void one_that_lost_its_lease_comes_back_beside_its_former_row() {
    Ownership ownership = startMember(one, OwnershipOptions.DEFAULT);
    awaitTaken(1);
    Incarnation first = ownership.incarnation();
    stores.silence(Duration.ofSeconds(20));
    simulation.runFor(Duration.ofSeconds(20));
    assertThat(ownership.isMember()).isFalse();

    assertThat(await(one, ownership)).isEmpty();
    assertThat(ownership.incarnation()).isNotEqualTo(first);
    assertThat(simulation.elapsed()).isLessThan(Duration.ofSeconds(23));
    awaitTaken(2);
  }

  @Test
  void only_a_living_incarnation_of_another_process_is_a_rival() {
    assertThat(rivalThatBeats("a", Set.of())).contains(OTHER);
    assertThat(rivalThatBeats("a", Set.of(OTHER))).isEmpty();
    assertThat(rivalThatBeats("b", Set.of())).isEmpty();
  }

  @Test
  void a_store_that_takes_no_beats_is_told() {
    Store store = new FaultyStore(stores.at(one)).refuse(call -> call.writes(MemberTable.MEMBERS));
    Ownership ownership = start(one, store, OwnershipOptions.DEFAULT, () -> List.of(SHARD));

    assertThat(await(one, ownership).orElseThrow())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("a: is no member after PT30S, the store answers too slowly");
    assertThat(ownership.isMember()).isFalse();
    assertThat(taken).isEmpty();
  }

  /** What a process at the address {@code a} holds of one whose row changes. */
  private Optional<Incarnation> rivalThatBeats(String address, Set<Incarnation> formers) {
    SimulatedNode node = simulation.node("watching");
    BeatingMembership membership =
        new BeatingMembership(
            new OwnershipSite(
                SimulatedSites.context(stores.at(node), node, "ownership"),
                new HybridClock(node.clock(), 0),
                "c",
                "a",
                OwnershipOptions.DEFAULT,
                List::of,
                this,
                MemberNews.NONE,
                () -> {}),
            formers);
    node.spawn("start", membership::start);
    for (int beat = 1; beat <= 4; beat++) {
      beat(OTHER, address, beat);
      simulation.runFor(Duration.ofSeconds(1));
    }
    Optional<Incarnation> rival = membership.rival();
    node.crash();
    simulation.runFor(Duration.ofSeconds(1));
    return rival;
  }

  private void beat(Incarnation incarnation, String address, long beat) {
    PartitionKey partition = MemberTable.partition("c");
    Instant now = simulation.clock().instant();
    stores
        .direct()
        .write(
            PlainBatch.in(partition, Micros.of(now))
                .put(
                    MemberTable.row(
                        partition,
                        new Member(incarnation, address, beat, false, true, Set.of(), 1)),
                    now.plus(MemberTable.KEPT).truncatedTo(ChronoUnit.MILLIS))
                .build());
  }

  private Ownership startMember(SimulatedNode node, OwnershipOptions options) {
    return start(node, stores.at(node), options, () -> List.of(SHARD));
  }

  /** What {@link Ownership#awaitMember} throws; empty if it returns. */
  private Optional<Throwable> await(SimulatedNode node, Ownership ownership) {
    CompletableFuture<Boolean> member =
        node.call(
            () -> {
              ownership.awaitMember();
              return true;
            });
    assertThat(simulation.runUntil(member::isDone, LONG)).isTrue();
    try {
      assertThat(member.join()).isTrue();
      return Optional.empty();
    } catch (CompletionException e) {
      return Optional.ofNullable(e.getCause());
    }
  }
}
