package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.runtime.Futures;
import io.messina.stream.ShardId;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class RouterTest {

  @AutoClose private final NodeRoom room = new NodeRoom(1);
  private final ShardId shard = room.shard(0);

  @Test
  void the_member_that_should_own_a_shard_is_asked_once_and_no_table_is_read() {
    room.give("b", 0);
    room.expected.put(shard, "b");

    assertThat(find()).contains(new OwnerAddress("b", 1));
    assertThat(find()).contains(new OwnerAddress("b", 1));
    assertThat(room.probed).containsExactly("b");
    assertThat(reads()).isZero();
  }

  @Test
  void whom_the_expected_owner_names_is_asked_next() {
    room.give("b", 0);
    room.expected.put(shard, "c");
    seen("c", "b", 1);

    assertThat(find()).contains(new OwnerAddress("b", 1));
    assertThat(room.probed).containsExactly("c", "b");
    assertThat(reads()).isZero();
  }

  @Test
  void nodes_that_name_each_other_are_asked_once_each() {
    room.expected.put(shard, "b");
    seen("b", "c", 4);
    seen("c", "b", 5);

    assertThat(find()).isEmpty();
    assertThat(room.probed).containsExactly("b", "c");
  }

  @Test
  void a_refusal_that_names_the_next_owner_leads_there() {
    room.give("b", 0);
    var _ = room.run(this::appended);
    room.give("c", 0);
    seen("b", "c", 2);
    long before = reads();
    var _ = room.run(this::appended);

    assertThat(room.cluster.log(shard)).hasSize(2);
    assertThat(reads()).isEqualTo(before);
    assertThat(room.asked).containsExactly("append", "append", "append");
  }

  @Test
  void an_older_owner_that_is_named_is_not_believed() {
    OwnerAddress refuses = new OwnerAddress("c", 2);
    room.router.failed(shard, refuses, naming("b", 1));
    assertThat(room.router.known(shard)).isEmpty();
    room.router.failed(shard, refuses, naming("b", 3));
    assertThat(room.router.known(shard)).contains(new OwnerAddress("b", 3));
    room.router.failed(shard, refuses, naming("a", 4));
    assertThat(room.router.known(shard)).as("not this node").contains(new OwnerAddress("b", 3));
  }

  @Test
  void without_an_owner_the_table_is_read_twice_a_second_at_most_whatever_is_asked() {
    room.expected.put(shard, "b");
    for (int i = 0; i < 200; i++) {
      var _ = room.start(this::appended);
      var _ = room.start(() -> room.node.calls.call(shard, Retry.SAFE, owned -> owned.epoch()));
      var _ = room.start(this::claim);
      room.simulation.runFor(Duration.ofMillis(20));
    }

    assertThat(reads()).isBetween(4L, 2L * 4 + 1);
    assertThat(room.probed).as("searches").hasSizeLessThan(4 * 16);
  }

  @Test
  void an_owner_that_the_expected_one_awaits_the_death_of_is_not_read_in_the_table() {
    room.expected.put(shard, "b");
    seen("b", "gone", 7);
    room.simulation.runFor(Duration.ofSeconds(1));
    for (int i = 0; i < 20; i++) {
      var _ = room.start(this::appended);
    }
    room.simulation.runFor(Duration.ofSeconds(4));

    assertThat(reads()).isBetween(1L, 3L);
  }

  @Test
  void where_this_node_should_own_a_shard_it_asks_nobody_and_reads_the_table() {
    room.give("b", 0);
    room.expected.put(shard, "a");

    assertThat(find()).contains(new OwnerAddress("b", 1));
    assertThat(room.probed).containsExactly("b");
    assertThat(reads()).isEqualTo(1);
  }

  @Test
  void a_node_that_does_not_answer_is_left_alone_for_as_long_as_that_took() {
    room.expected.put(shard, "b");
    room.hang(Duration.ofSeconds(2));
    var first = room.start(() -> room.router.search(shard));
    room.simulation.runFor(Duration.ofMillis(2_500));
    assertThat(first.get().unreachable()).contains("b");
    assertThat(room.run(() -> room.router.search(shard)).unreachable()).contains("b");
    assertThat(room.probed).hasSize(1);
    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(room.run(() -> room.router.search(shard)).unreachable()).contains("b");
    assertThat(room.probed).hasSize(2);
  }

  private Optional<OwnerAddress> find() {
    return room.run(() -> room.router.find(shard));
  }

  private void seen(String by, String owner, int epoch) {
    ((OwnedShards) room.cluster.service(by)).seen(shard, owner, epoch);
  }

  private NotOwnerException naming(String address, int epoch) {
    return new NotOwnerException(shard, Optional.of(new OwnerAddress(address, epoch)));
  }

  private AppendResult appended() {
    return Futures.join(room.node.appends.append(room.stream, List.of(NodeRoom.event(1))));
  }

  private List<LeasedEvent> claim() {
    return room.node.claims.claim(
        NodeRoom.GROUP,
        room.stream.shards(),
        ClaimOptions.upTo(1).withWait(Duration.ofSeconds(20)));
  }

  private long reads() {
    return room.stores.operations().reads();
  }
}
