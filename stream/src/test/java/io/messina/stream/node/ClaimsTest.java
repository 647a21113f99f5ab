package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ClaimOptions;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.log.EventRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class ClaimsTest {

  @Test
  void own_shards_come_first_and_others_are_not_asked_where_they_suffice() {
    try (NodeRoom room = new NodeRoom(4)) {
      room.give("a", 0, 1);
      room.give("b", 2);
      room.give("c", 3);
      fill(room, 10);

      List<ClaimedEvent> few = room.run(() -> claim(room, ClaimOptions.upTo(15)));
      assertThat(shardsOf(few)).containsOnly(0, 1);
      assertThat(few).hasSize(15);
      assertThat(room.asked).isEmpty();

      List<ClaimedEvent> rest = room.run(() -> claim(room, ClaimOptions.upTo(100)));
      assertThat(rest).hasSize(25);
      assertThat(shardsOf(rest)).contains(2, 3);
    }
  }

  @Test
  void no_shard_is_always_the_last() {
    try (NodeRoom room = new NodeRoom(8)) {
      room.give("a", 0, 1, 2, 3, 4, 5, 6, 7);
      fill(room, 30);
      Set<Integer> seen = new TreeSet<>();
      for (int i = 0; i < 60; i++) {
        seen.addAll(shardsOf(room.run(() -> claim(room, ClaimOptions.upTo(1)))));
      }
      assertThat(seen).hasSize(8);
    }
  }

  @Test
  void a_claim_waits_and_is_woken_by_an_event_of_another_node() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("a", 0);
      room.give("b", 1);
      var waiting =
          room.start(() -> claim(room, ClaimOptions.upTo(5).withWait(Duration.ofSeconds(20))));
      room.simulation.runFor(Duration.ofSeconds(12));
      assertThat(waiting.isDone()).isFalse();
      append(room, 1);
      room.simulation.runFor(Duration.ofMillis(20));
      assertThat(waiting.get()).hasSize(1);
    }
  }

  @Test
  void a_claim_ends_without_events_when_its_wait_is_over_or_it_is_interrupted() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("a", 0);
      room.give("b", 1);
      Duration began = room.simulation.elapsed();
      var waiting =
          room.start(() -> claim(room, ClaimOptions.upTo(5).withWait(Duration.ofSeconds(7))));
      var other =
          room.start(() -> claim(room, ClaimOptions.upTo(5).withWait(Duration.ofSeconds(7))));
      room.simulation.runFor(Duration.ofSeconds(1));
      other.interrupt();
      room.simulation.runFor(Duration.ofSeconds(10));
      assertThat(waiting.get()).isEmpty();
      assertThat(waiting.ended().minus(began))
          .isBetween(Duration.ofSeconds(7), Duration.ofMillis(7_100));
      assertThat(other.get()).isEmpty();
      assertThat(other.ended().minus(began)).isEqualTo(Duration.ofSeconds(1));
    }
  }

  @Test
  void who_waits_for_the_same_shares_a_question_to_each_other_node() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("a", 0);
      room.give("b", 1);
      for (int i = 0; i < 50; i++) {
        var _ = room.start(() -> claim(room, ClaimOptions.upTo(1).withWait(Duration.ofSeconds(4))));
      }
      room.simulation.runFor(Duration.ofSeconds(3));
      // Each has asked whether there is anything now; one question waits.
      assertThat(room.asked).hasSize(51);
    }
  }

  @Test
  void one_event_lets_one_of_a_thousand_claims_look() {
    try (NodeRoom room = new NodeRoom(8)) {
      room.give("b", 0, 1, 2, 3, 4, 5, 6, 7);
      List<NodeRoom.Started<List<ClaimedEvent>>> waiting = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        waiting.add(
            room.start(() -> claim(room, ClaimOptions.upTo(1).withWait(Duration.ofSeconds(20)))));
      }
      room.simulation.runFor(Duration.ofSeconds(1));
      room.asked.clear();
      append(room, 5);
      room.simulation.runFor(Duration.ofSeconds(1));

      assertThat(waiting.stream().filter(NodeRoom.Started::isDone)).hasSize(1);
      assertThat(room.asked).containsExactlyInAnyOrder("append", "claim", "awaitReady");
    }
  }

  @Test
  void many_who_wait_long_make_sure_through_few_of_them() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("a", 0);
      room.give("b", 1);
      for (int i = 0; i < 50; i++) {
        var _ =
            room.start(() -> claim(room, ClaimOptions.upTo(1).withWait(Duration.ofSeconds(60))));
      }
      room.simulation.runFor(Duration.ofSeconds(51));
      // Each has asked once; then every 5 s a question waits at b, and two of the fifty look, as
      // the questions at both nodes end.
      assertThat(room.asked.size()).isBetween(58, 85);
    }
  }

  @Test
  void who_waits_for_a_group_that_is_deleted_is_told_so() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("b", 0, 1);
      List<NodeRoom.Started<List<ClaimedEvent>>> waiting = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        waiting.add(
            room.start(() -> claim(room, ClaimOptions.upTo(1).withWait(Duration.ofSeconds(60)))));
      }
      room.simulation.runFor(Duration.ofSeconds(1));
      room.asked.clear();
      room.refuse(
          "awaitReady",
          new RequestException.NotFound(RequestException.NotFound.Kind.GROUP, "gone"));
      room.simulation.runFor(Duration.ofSeconds(6));

      assertThat(waiting)
          .allSatisfy(
              each -> assertThatThrownBy(each::get).isInstanceOf(RequestException.NotFound.class));
      assertThat(room.asked).hasSize(1);
      room.refuse(
          "claim", new RequestException.NotFound(RequestException.NotFound.Kind.GROUP, "gone"));
      assertThatThrownBy(() -> room.run(() -> claim(room, ClaimOptions.upTo(1))))
          .isInstanceOf(RequestException.NotFound.class);
    }
  }

  @Test
  void one_request_asks_an_owner_for_all_its_shards() {
    try (NodeRoom room = new NodeRoom(16)) {
      room.give("a", 0, 1);
      room.give("b", 2, 3, 4, 5, 6, 7, 8);
      room.give("c", 9, 10, 11, 12, 13, 14, 15);
      fill(room, 3);
      assertThat(room.run(() -> claim(room, ClaimOptions.upTo(100)))).hasSize(48);
      assertThat(room.asked).containsExactly("claim", "claim");
    }
  }

  @Test
  void an_owner_names_the_shards_that_it_has_no_more_and_hands_out_the_others() {
    try (NodeRoom room = new NodeRoom(4)) {
      room.give("b", 0, 1, 2, 3);
      fill(room, 2);
      assertThat(room.run(() -> claim(room, ClaimOptions.upTo(1)))).hasSize(1);
      room.give("c", 1);
      room.asked.clear();

      List<ClaimedEvent> got = new ArrayList<>(room.run(() -> claim(room, upToAll())));
      assertThat(shardsOf(got)).doesNotContain(1);
      assertThat(room.asked).containsExactly("claim");
      room.simulation.runFor(Duration.ofSeconds(1));
      got.addAll(room.run(() -> claim(room, upToAll())));
      assertThat(got).hasSize(7);
      assertThat(shardsOf(got)).contains(1);
    }
  }

  @Test
  void what_is_ready_here_does_not_wait_until_owners_of_other_shards_are_found() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("a", 0);
      room.give("b", 1);
      append(room, 0);
      append(room, 0);
      room.expected.put(room.shard(1), "b");
      room.hang(Duration.ofSeconds(5));
      Duration began = room.simulation.elapsed();
      assertThat(room.run(() -> claim(room, ClaimOptions.upTo(1)))).hasSize(1);
      assertThat(room.simulation.elapsed().minus(began)).isLessThan(Duration.ofMillis(10));
      assertThat(room.run(() -> claim(room, upToAll()))).hasSize(1);
      assertThat(room.simulation.elapsed().minus(began))
          .isBetween(Duration.ofMillis(900), Duration.ofMillis(1_100));
    }
  }

  private static ClaimOptions upToAll() {
    return ClaimOptions.upTo(100);
  }

  @Test
  void who_waits_finds_a_shard_that_moves_while_its_old_owner_keeps_others() {
    try (NodeRoom room = new NodeRoom(4)) {
      room.give("a", 0);
      room.give("b", 1, 2, 3);
      var one =
          room.start(() -> claim(room, ClaimOptions.upTo(1).withWait(Duration.ofSeconds(60))));
      var other =
          room.start(() -> claim(room, ClaimOptions.upTo(1).withWait(Duration.ofSeconds(60))));
      room.simulation.runFor(Duration.ofSeconds(3));
      room.cluster.take(room.shard(1));
      room.give("c", 1);
      room.simulation.runFor(Duration.ofSeconds(12));
      append(room, 1);
      append(room, 1);
      room.simulation.runFor(Duration.ofSeconds(1));
      assertThat(one.get()).hasSize(1);
      assertThat(other.get()).hasSize(1);
    }
  }

  @Test
  void what_is_left_of_a_lease_counts_from_before_the_owner_was_asked() {
    try (NodeRoom room = new NodeRoom(1)) {
      room.give("a", 0);
      append(room, 0);
      ClaimOptions claim = ClaimOptions.upTo(1).withLease(Duration.ofSeconds(20));
      LeasedEvent leased =
          room.run(() -> room.node.claims.claim(NodeRoom.GROUP, room.stream.shards(), claim))
              .getFirst();
      assertThat(leased.leaseRemaining()).isBetween(Duration.ofSeconds(19), Duration.ofSeconds(20));
      room.simulation.runFor(Duration.ofSeconds(15));
      assertThat(leased.leaseRemaining()).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(5));
      room.simulation.runFor(Duration.ofSeconds(15));
      assertThat(leased.leaseRemaining()).isZero();
    }
  }

  @Test
  void one_that_answers_late_holds_up_nobody_and_what_it_hands_out_is_released() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("a", 0);
      room.give("b", 1);
      fill(room, 3);
      room.answerLate("claim", Duration.ofSeconds(8));
      Duration began = room.simulation.elapsed();

      assertThat(shardsOf(room.run(() -> claim(room, ClaimOptions.upTo(100))))).containsOnly(0);

      assertThat(room.simulation.elapsed().minus(began)).isLessThan(Duration.ofMillis(1_500));
      room.answerLate("claim", Duration.ZERO);
      room.simulation.runFor(Duration.ofSeconds(9));
      List<ClaimedEvent> released = room.run(() -> claim(room, ClaimOptions.upTo(100)));
      assertThat(shardsOf(released)).containsOnly(1);
      assertThat(released).allMatch(event -> event.attempt() == 1);
    }
  }

  @Test
  void where_nobody_else_has_events_one_that_answers_late_is_waited_for() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("a", 0);
      room.give("b", 1);
      append(room, 1);
      room.answerLate("claim", Duration.ofSeconds(4));
      assertThat(room.run(() -> claim(room, ClaimOptions.upTo(100)))).hasSize(1);
    }
  }

  @Test
  void shards_with_few_events_each_are_asked_at_the_same_time() {
    try (NodeRoom room = new NodeRoom(16)) {
      room.give("b", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
      fill(room, 2);
      room.answerLate("claim", Duration.ofMillis(100));
      Duration began = room.simulation.elapsed();
      assertThat(room.run(() -> claim(room, ClaimOptions.upTo(100)))).hasSize(32);
      assertThat(room.simulation.elapsed().minus(began)).isLessThan(Duration.ofMillis(600));
    }
  }

  @Test
  void what_was_claimed_is_handed_out_although_another_owner_fails() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("a", 0);
      room.give("b", 1);
      fill(room, 3);
      room.breakDown("claim");
      assertThat(room.run(() -> claim(room, ClaimOptions.upTo(100)))).hasSize(3);
      assertThatThrownBy(() -> room.run(() -> claim(room, ClaimOptions.upTo(100))))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void a_lost_answer_costs_only_what_it_carried() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("a", 0);
      room.give("b", 1);
      fill(room, 3);
      room.loseAnswersOf("claim", 1);
      List<ClaimedEvent> got = room.run(() -> claim(room, ClaimOptions.upTo(100)));
      assertThat(shardsOf(got)).containsOnly(0);
      assertThat(room.run(() -> claim(room, ClaimOptions.upTo(100)))).isEmpty();
      List<ClaimedEvent> all = new ArrayList<>(got);
      room.simulation.runFor(Duration.ofSeconds(31));
      all.addAll(room.run(() -> claim(room, ClaimOptions.upTo(100))));
      assertThat(all.stream().map(event -> event.stored().id()).distinct()).hasSize(6);
    }
  }

  @Test
  void shards_without_owners_are_passed_over_and_found_once_they_have_one() {
    try (NodeRoom room = new NodeRoom(2)) {
      room.give("a", 0);
      room.give("b", 1);
      append(room, 1);
      room.cluster.take(room.shard(1));
      var waiting =
          room.start(() -> claim(room, ClaimOptions.upTo(5).withWait(Duration.ofSeconds(20))));
      room.simulation.runFor(Duration.ofSeconds(3));
      room.give("c", 1);
      room.simulation.runFor(Duration.ofSeconds(4));
      assertThat(waiting.get()).hasSize(1);
    }
  }

  private static List<ClaimedEvent> claim(NodeRoom room, ClaimOptions claim) {
    return room.node.claims.claim(NodeRoom.GROUP, room.stream.shards(), claim).stream()
        .map(LeasedEvent::claimed)
        .toList();
  }

  private static Set<Integer> shardsOf(List<ClaimedEvent> events) {
    Set<Integer> shards = new TreeSet<>();
    events.forEach(event -> shards.add(event.receipt().shard()));
    return shards;
  }

  /** So many events on each shard. */
  private static void fill(NodeRoom room, int count) {
    for (int shard = 0; shard < room.stream.options().shards(); shard++) {
      for (int i = 0; i < count; i++) {
        append(room, shard);
      }
    }
    room.asked.clear();
  }

  private static void append(NodeRoom room, int shard) {
    Event event = Event.of(Bytes.utf8("event"));
    var _ =
        room.run(
            () ->
                room.node.calls.call(
                    room.shard(shard),
                    Retry.SAFE,
                    owned -> owned.append(EventRun.of(List.of(event))).join()));
  }
}
