package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.EventId;
import io.messina.api.Nack;
import io.messina.api.Redrive;
import io.messina.runtime.RequestException;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class GroupShardsTest {

  @AutoClose private final NodeRoom room = room();

  @Test
  void a_command_goes_to_all_shards_also_where_answers_are_lost() {
    room.loseAnswers(3);
    command();
    assertThat(paused()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void the_shards_on_which_it_is_not_done_are_named_and_asking_again_completes_it() {
    room.cluster.take(room.shard(2));
    assertThatThrownBy(this::command)
        .isInstanceOf(RequestException.Unknown.class)
        .hasMessageContaining("edits~1/2")
        .hasMessageNotContaining("edits~1/1");
    room.give("a", 2);
    command();
    assertThat(paused()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void a_purge_that_is_done_on_some_shards_only_says_on_which() {
    room.cluster.take(room.shard(2));
    assertThatThrownBy(this::purge)
        .isInstanceOfSatisfying(
            PartlyDoneException.class,
            partly -> {
              assertThat(partly.done()).containsExactly(0, 1, 3);
              assertThat(partly.missing()).containsExactly(2);
            });
  }

  @Test
  void a_purge_that_is_done_nowhere_may_be_sent_again() {
    room.stream.shards().forEach(room.cluster::take);
    assertThatThrownBy(this::purge).isInstanceOf(RequestException.Unavailable.class);
  }

  private void purge() {
    var _ =
        room.run(
            () -> {
              shards().command(new GroupAction.Purge());
              return true;
            });
  }

  @Test
  void the_status_leaves_out_shards_without_owners() {
    room.cluster.take(room.shard(2));
    assertThat(room.run(() -> shards().status(_ -> true))).containsOnlyKeys(0, 1, 3);
  }

  @Test
  void dead_letters_are_read_page_by_page_over_all_shards() {
    kill(5);
    List<EventAddress> all = ids(read(100, Optional.empty()));
    assertThat(all).hasSize(20);
    List<EventAddress> first = ids(read(7, Optional.empty()));
    assertThat(first).isEqualTo(all.subList(0, 7));
    assertThat(ids(read(100, Optional.of(first.getLast())))).isEqualTo(all.subList(7, 20));
  }

  @Test
  void dead_letters_are_redriven_as_fast_as_is_allowed_and_as_many_as_wanted() {
    kill(5);
    Duration began = room.simulation.elapsed();
    assertThat(redrive(Redrive.atMost(13).atRate(4))).isEqualTo(13);
    assertThat(room.simulation.elapsed().minus(began))
        .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
    assertThat(read(100, Optional.empty())).hasSize(7);
    assertThat(redrive(Redrive.everything())).isEqualTo(7);
    assertThat(redrive(Redrive.everything())).isZero();
  }

  @Test
  void more_dead_letters_than_a_page_holds_are_all_redriven() {
    kill(230);
    assertThat(redrive(Redrive.everything())).isEqualTo(920);
  }

  @Test
  void some_dead_letters_are_redriven_or_discarded() {
    kill(5);
    List<EventAddress> all = ids(read(100, Optional.empty()));
    List<EventAddress> some = List.of(all.get(1), all.get(17), all.get(4));
    assertThat(redrive(Redrive.of(some.stream().map(id -> new EventId(id.toString())).toList())))
        .isEqualTo(3);
    assertThat(redrive(Redrive.of(some.stream().map(id -> new EventId(id.toString())).toList())))
        .isZero();
    List<EventAddress> others = List.of(all.get(0), all.get(19));
    assertThat(discard(others)).isEqualTo(2);
    assertThat(discard(others)).isZero();
    assertThat(ids(read(100, Optional.empty())))
        .hasSize(15)
        .doesNotContainAnyElementsOf(some)
        .doesNotContain(all.get(0), all.get(19));
  }

  private int discard(List<EventAddress> ids) {
    return room.run(() -> room.node.deadLetters.discard(room.stream, NodeRoom.GROUP, ids));
  }

  private static NodeRoom room() {
    NodeRoom room = new NodeRoom(4);
    room.give("a", 0, 2);
    room.give("b", 1);
    room.give("c", 3);
    return room;
  }

  private List<Integer> paused() {
    Map<Integer, ShardGroupStatus> status = room.run(() -> shards().status(_ -> true));
    return status.entrySet().stream()
        .filter(shard -> shard.getValue().paused())
        .map(Map.Entry::getKey)
        .toList();
  }

  private void kill(int perShard) {
    for (ShardId shard : room.stream.shards()) {
      List<Event> events = IntStream.range(0, perShard).mapToObj(NodeRoom::event).toList();
      var _ =
          room.run(
              () ->
                  room.node.calls.call(
                      shard, Retry.SAFE, owned -> owned.append(EventRun.of(events)).join()));
      room.cluster.settle(
          shard, NodeRoom.GROUP.id(), perShard, new Outcome.Nacked(Nack.dead("killed")));
    }
  }

  private GroupShards shards() {
    return new GroupShards(room.node, room.stream, NodeRoom.GROUP);
  }

  private void command() {
    var _ =
        room.run(
            () -> {
              shards().command(new GroupAction.Pause());
              return true;
            });
  }

  private List<DeadEvent> read(int max, Optional<EventAddress> after) {
    return room.run(() -> room.node.deadLetters.read(room.stream, NodeRoom.GROUP, max, after));
  }

  private int redrive(Redrive redrive) {
    return room.run(() -> room.node.deadLetters.redrive(room.stream, NodeRoom.GROUP, redrive));
  }

  private static List<EventAddress> ids(List<DeadEvent> dead) {
    return dead.stream().map(each -> each.stored().id()).toList();
  }
}
