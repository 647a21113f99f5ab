package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GroupShardsTest {

  @Test
  void a_command_goes_to_all_shards_also_where_answers_are_lost() {
    try (NodeRoom room = room()) {
      room.loseAnswers(3);
      command(room);
      assertThat(paused(room)).containsExactly(0, 1, 2, 3);
    }
  }

  @Test
  void the_shards_on_which_it_is_not_done_are_named_and_asking_again_completes_it() {
    try (NodeRoom room = room()) {
      room.cluster.take(room.shard(2));
      assertThatThrownBy(() -> command(room))
          .isInstanceOf(StreamException.Unavailable.class)
          .hasMessageContaining("edits~1/2")
          .hasMessageNotContaining("edits~1/1");
      room.give("a", 2);
      command(room);
      assertThat(paused(room)).containsExactly(0, 1, 2, 3);
    }
  }

  @Test
  void a_purge_that_is_done_on_some_shards_only_says_on_which() {
    try (NodeRoom room = room()) {
      room.cluster.take(room.shard(2));
      assertThatThrownBy(() -> purge(room))
          .isInstanceOfSatisfying(
              PartlyDoneException.class,
              partly -> {
                assertThat(partly.done()).containsExactly(0, 1, 3);
                assertThat(partly.missing()).containsExactly(2);
              });
    }
  }

  @Test
  void a_purge_that_is_done_nowhere_may_be_sent_again() {
    try (NodeRoom room = room()) {
      room.stream.shards().forEach(room.cluster::take);
      assertThatThrownBy(() -> purge(room)).isInstanceOf(StreamException.Unavailable.class);
    }
  }

  private static void purge(NodeRoom room) {
    var _ =
        room.run(
            () -> {
              shards(room).command(new GroupAction.Purge());
              return true;
            });
  }

  @Test
  void the_status_leaves_out_shards_without_owners() {
    try (NodeRoom room = room()) {
      room.cluster.take(room.shard(2));
      assertThat(room.run(() -> shards(room).status(_ -> true))).containsOnlyKeys(0, 1, 3);
    }
  }

  @Test
  void dead_letters_are_read_page_by_page_over_all_shards() {
    try (NodeRoom room = room()) {
      kill(room, 5);
      List<EventAddress> all = ids(read(room, 100, Optional.empty()));
      assertThat(all).hasSize(20);
      List<EventAddress> first = ids(read(room, 7, Optional.empty()));
      assertThat(first).isEqualTo(all.subList(0, 7));
      assertThat(ids(read(room, 100, Optional.of(first.getLast())))).isEqualTo(all.subList(7, 20));
    }
  }

  @Test
  void dead_letters_are_redriven_as_fast_as_is_allowed_and_as_many_as_wanted() {
    try (NodeRoom room = room()) {
      kill(room, 5);
      Duration began = room.simulation.elapsed();
      assertThat(redrive(room, Redrive.ALL.withRate(4).withMax(13))).isEqualTo(13);
      assertThat(room.simulation.elapsed().minus(began))
          .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
      assertThat(read(room, 100, Optional.empty())).hasSize(7);
      assertThat(redrive(room, Redrive.ALL)).isEqualTo(7);
      assertThat(redrive(room, Redrive.ALL)).isZero();
    }
  }

  @Test
  void more_dead_letters_than_a_page_holds_are_all_redriven() {
    try (NodeRoom room = room()) {
      kill(room, 230);
      assertThat(redrive(room, Redrive.ALL)).isEqualTo(920);
    }
  }

  @Test
  void some_dead_letters_are_redriven_or_discarded() {
    try (NodeRoom room = room()) {
      kill(room, 5);
      List<EventAddress> all = ids(read(room, 100, Optional.empty()));
      List<EventAddress> some = List.of(all.get(1), all.get(17), all.get(4));
      assertThat(redrive(room, Redrive.of(some))).isEqualTo(3);
      assertThat(redrive(room, Redrive.of(some))).isZero();
      List<EventAddress> others = List.of(all.get(0), all.get(19));
      assertThat(discard(room, others)).isEqualTo(2);
      assertThat(discard(room, others)).isZero();
      assertThat(ids(read(room, 100, Optional.empty())))
          .hasSize(15)
          .doesNotContainAnyElementsOf(some)
          .doesNotContain(all.get(0), all.get(19));
    }
  }

  private static int discard(NodeRoom room, List<EventAddress> ids) {
    return room.run(() -> room.node.deadLetters.discard(room.stream, NodeRoom.GROUP, ids));
  }

  private static NodeRoom room() {
    NodeRoom room = new NodeRoom(4);
    room.give("a", 0, 2);
    room.give("b", 1);
    room.give("c", 3);
    return room;
  }

  private static List<Integer> paused(NodeRoom room) {
    Map<Integer, ShardGroupStatus> status = room.run(() -> shards(room).status(_ -> true));
    return status.entrySet().stream()
        .filter(shard -> shard.getValue().paused())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static void kill(NodeRoom room, int perShard) {
    for (ShardId shard : room.stream.shards()) {
      List<Event> events = IntStream.range(0, perShard).mapToObj(NodeRoom::event).toList();
      var _ =
          room.run(
              () -> room.node.calls.call(shard, Retry.SAFE, owned -> owned.append(events).join()));
      room.cluster.settle(
          shard, NodeRoom.GROUP.id(), perShard, new Outcome.Nack(null, "killed", true));
    }
  }

  private static GroupShards shards(NodeRoom room) {
    return new GroupShards(room.node, room.stream, NodeRoom.GROUP);
  }

  private static void command(NodeRoom room) {
    var _ =
        room.run(
            () -> {
              shards(room).command(new GroupAction.Pause());
              return true;
            });
  }

  private static List<DeadEvent> read(NodeRoom room, int max, Optional<EventAddress> after) {
    return room.run(() -> room.node.deadLetters.read(room.stream, NodeRoom.GROUP, max, after));
  }

  private static int redrive(NodeRoom room, Redrive redrive) {
    return room.run(() -> room.node.deadLetters.redrive(room.stream, NodeRoom.GROUP, redrive));
  }

  private static List<EventAddress> ids(List<DeadEvent> dead) {
    return dead.stream().map(each -> each.stored().id()).toList();
  }
}
