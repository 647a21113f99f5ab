package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Position;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.owner.EventPage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class RequestBufferTest {

  private static final Duration HOLD = Duration.ofSeconds(6);

  @AutoClose private final NodeRoom room = new NodeRoom(1);
  private final ShardId shard = room.shard(0);

  @Test
  void requests_are_sent_in_the_order_in_which_they_came_at_once_when_this_node_takes_the_shard() {
    List<NodeRoom.Started<AppendResult>> appends = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      appends.add(start(NodeRoom.event(i)));
      room.simulation.runFor(Duration.ofMillis(50));
    }
    room.give("a", 0);
    room.simulation.runFor(Duration.ofMillis(1));

    assertThat(appends).allSatisfy(append -> assertThat(append.get().accepted()).isEqualTo(1));
    assertThat(room.cluster.log(shard))
        .extracting(stored -> stored.event().payload())
        .containsExactlyElementsOf(
            IntStream.range(0, 60).mapToObj(i -> Bytes.utf8("event " + i)).toList());
  }

  @Test
  void all_that_wait_for_a_shard_share_one_search_after_the_other() {
    room.expected.put(shard, "b");
    List<NodeRoom.Started<AppendResult>> appends = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      appends.add(start(Event.of(Bytes.EMPTY)));
    }
    room.simulation.runFor(Duration.ofSeconds(4));
    int searches = room.probed.size();
    assertThat(searches).isBetween(4 * 4, 4 * 10);
    assertThat(room.asked).isEmpty();

    room.give("b", 0);
    room.simulation.runFor(Duration.ofMillis(300));
    assertThat(appends).allSatisfy(append -> assertThat(append.get().accepted()).isEqualTo(1));
    assertThat(room.asked).hasSize(300).containsOnly("append");
  }

  @Test
  void a_long_read_at_the_head_of_the_line_keeps_nobody_waiting() {
    room.expected.put(shard, "b");
    NodeRoom.Started<EventPage> read =
        room.start(
            () ->
                room.node.calls.call(
                    shard,
                    Retry.SAFE,
                    owned -> owned.read(Position.START, 10, Duration.ofSeconds(20))));
    room.simulation.runFor(Duration.ofMillis(100));
    NodeRoom.Started<AppendResult> append = start(NodeRoom.event(1));
    room.give("b", 0);
    room.simulation.runFor(Duration.ofMillis(500));

    assertThat(append.get().accepted()).isEqualTo(1);
    assertThat(read.get().events()).hasSize(1);
  }

  @Test
  void what_an_owner_has_no_room_for_is_not_held() {
    room.give("b", 0);
    room.refuse("append", new RequestException.Overloaded("edits~1/0: full"));
    Duration began = room.simulation.elapsed();
    NodeRoom.Started<AppendResult> append = start(NodeRoom.event(1));
    room.simulation.runFor(Duration.ofSeconds(1));

    assertThatThrownBy(append::get)
        .isInstanceOf(RequestException.Overloaded.class)
        .hasMessage("edits~1/0: full");
    assertThat(append.ended().minus(began)).isLessThan(Duration.ofMillis(100));
  }

  @Test
  void an_owner_that_lives_and_is_not_reached_is_named_after_a_lease_and_a_second() {
    room.give("b", 0);
    room.expected.put(shard, "b");
    room.cutOff(true);
    Duration began = room.simulation.elapsed();
    NodeRoom.Started<AppendResult> first = start(NodeRoom.event(1));
    room.simulation.runFor(Duration.ofSeconds(1));
    NodeRoom.Started<Integer> behind =
        room.start(() -> room.node.calls.call(shard, Retry.SAFE, owned -> owned.epoch()));
    room.simulation.runFor(Duration.ofSeconds(10));

    String both = "edits~1/0: a does not reach the owner b (expected: a connection, both live)";
    assertThatThrownBy(first::get)
        .isInstanceOf(RequestException.OwnerUnreachable.class)
        .hasMessage(both);
    assertThat(first.ended().minus(began)).isBetween(HOLD, HOLD.plusMillis(10));
    assertThatThrownBy(behind::get)
        .isInstanceOf(RequestException.OwnerUnreachable.class)
        .hasMessage(both);

    room.cutOff(false);
    assertThat(room.run(() -> append(NodeRoom.event(2))).accepted()).isEqualTo(1);
  }

  @Test
  void a_read_whose_answer_is_lost_has_no_unknown_outcome() {
    room.give("b", 0);
    room.living.remove("b");
    room.loseAnswers(Integer.MAX_VALUE);
    NodeRoom.Started<Position> write =
        room.start(
            () -> room.node.calls.call(shard, Retry.SAFE, owned -> owned.find(Instant.EPOCH)));
    NodeRoom.Started<Position> read =
        room.start(
            () -> room.node.calls.call(shard, Retry.READ, owned -> owned.find(Instant.EPOCH)));
    room.simulation.runFor(Duration.ofSeconds(10));

    assertThatThrownBy(write::get).isInstanceOf(RequestException.Unknown.class);
    assertThatThrownBy(read::get).isExactlyInstanceOf(RequestException.Unavailable.class);
  }

  @Test
  void an_owner_that_is_dead_is_not_called_unreachable() {
    room.give("b", 0);
    room.expected.put(shard, "b");
    room.cutOff(true);
    room.living.remove("b");
    NodeRoom.Started<AppendResult> append = start(NodeRoom.event(1));
    room.simulation.runFor(Duration.ofSeconds(10));

    assertThatThrownBy(append::get)
        .isExactlyInstanceOf(RequestException.Unavailable.class)
        .hasMessage("edits~1/0: no owner answers");
  }

  @Test
  void each_request_is_held_for_its_own_time() {
    NodeRoom.Started<Integer> late =
        room.start(() -> room.node.calls.call(shard, Retry.SAFE, owned -> owned.epoch()));
    Duration began = room.simulation.elapsed();
    NodeRoom.Started<Integer> early =
        room.start(
            () ->
                room.node.calls.call(
                    shard, Retry.SAFE, Duration.ofSeconds(2), 0, owned -> owned.epoch()));
    room.simulation.runFor(Duration.ofSeconds(10));

    assertThatThrownBy(early::get).isInstanceOf(RequestException.Unavailable.class);
    assertThatThrownBy(late::get).isInstanceOf(RequestException.Unavailable.class);
    assertThat(early.ended().minus(began))
        .isBetween(Duration.ofSeconds(2), Duration.ofMillis(2_010));
    assertThat(late.ended().minus(began)).isBetween(HOLD, HOLD.plusMillis(10));
  }

  @Test
  void an_interrupted_call_leaves_the_line() {
    NodeRoom.Started<Integer> first =
        room.start(() -> room.node.calls.call(shard, Retry.SAFE, owned -> owned.epoch()));
    NodeRoom.Started<Integer> second =
        room.start(() -> room.node.calls.call(shard, Retry.SAFE, owned -> owned.epoch()));
    room.simulation.runFor(Duration.ofSeconds(1));
    first.interrupt();
    room.give("a", 0);
    room.simulation.runFor(Duration.ofMillis(10));

    assertThatThrownBy(first::get).hasMessageContaining("interrupted while no owner answered");
    assertThat(second.get()).isEqualTo(1);
  }

  @Test
  void held_bytes_are_given_back_however_a_request_ends() {
    Event large = Event.of(Bytes.wrap(new byte[6_000]));
    for (int i = 0; i < 3; i++) {
      NodeRoom.Started<AppendResult> held = start(large);
      room.simulation.runFor(Duration.ofMillis(100));
      NodeRoom.Started<AppendResult> refused = start(large);
      room.simulation.runFor(Duration.ofSeconds(7));
      assertThatThrownBy(refused::get).isInstanceOf(RequestException.Overloaded.class);
      assertThatThrownBy(held::get).isInstanceOf(RequestException.Unavailable.class);
    }
  }

  private NodeRoom.Started<AppendResult> start(Event event) {
    return room.start(() -> append(event));
  }

  private AppendResult append(Event event) {
    return Futures.join(room.node.appends.append(room.stream, List.of(event)));
  }
}
