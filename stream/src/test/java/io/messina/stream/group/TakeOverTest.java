package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.LEASE;
import static io.messina.stream.group.GroupRoom.asking;
import static io.messina.stream.group.GroupRoom.group;
import static io.messina.stream.group.GroupRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.GroupOptions;
import io.messina.api.Order;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.NotOwnerException;
import io.messina.testkit.StoreOperations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class TakeOverTest {

  @AutoClose private GroupRoom room = new GroupRoom(group());

  @Test
  void receipts_stay_good_across_a_take_over_and_leases_run_in_full() {
    room.append("a", "b");
    List<ClaimedEvent> claimed = room.claim(2);
    room.simulation.runFor(LEASE.minusSeconds(1));
    room.takeOver();
    room.simulation.runFor(LEASE.minusSeconds(1));

    assertThat(room.claim(10)).isEmpty();
    assertThat(room.ack(claimed.subList(0, 1))).containsExactly(ReceiptStatus.OK);
    room.simulation.runFor(Duration.ofSeconds(2));
    assertThat(texts(room.claim(10))).containsExactly("b");
  }

  @Test
  void an_ack_whose_answer_was_lost_with_the_owner_is_ok_at_the_next_one() {
    room.append("a", "b", "c");
    List<ClaimedEvent> claimed = room.claim(3);
    room.ack(claimed.subList(0, 2));
    room.takeOver();

    assertThat(room.ack(claimed)).containsOnly(ReceiptStatus.OK);
  }

  @Test
  void what_is_acknowledged_is_durable() {
    room.append("a", "b");
    room.ack(room.claim(1));
    room.takeOver();

    assertThat(texts(room.claim(10))).containsExactly("b");
  }

  @Test
  void events_of_a_key_stay_in_order_across_a_take_over() {
    room = room.with(group(GroupOptions.DEFAULT.order(Order.KEY)));
    room.append(
        List.of(
            GroupRoom.keyed("k", "k1"), GroupRoom.keyed("k", "k2"), GroupRoom.keyed("l", "l1")));
    List<ClaimedEvent> claimed = room.claim(10);
    assertThat(texts(claimed)).containsExactly("k1", "l1");
    room.takeOver();

    assertThat(room.claim(10)).isEmpty();
    room.ack(claimed);
    assertThat(texts(room.claim(10))).containsExactly("k2");
  }

  @Test
  void the_keys_of_a_backlog_are_read_in_few_pages() {
    room = room.with(group(GroupOptions.DEFAULT.order(Order.KEY)));
    for (int i = 0; i < 300; i++) {
      room.append(List.of(GroupRoom.keyed("k" + i, "a" + i)));
    }
    assertThat(room.claim(300)).hasSize(300);
    room.takeOver();
    StoreOperations before = room.stores.operations();

    assertThat(room.claim(10)).isEmpty();

    assertThat(room.stores.operations().since(before).scanPages()).isLessThan(10);
  }

  @Test
  void keys_of_events_far_from_each_other_are_known_after_a_take_over() {
    room = room.with(group(GroupOptions.DEFAULT.order(Order.KEY)));
    room.append(List.of(GroupRoom.keyed("first", "1")));
    room.append(IntStream.range(0, 1_500).mapToObj(i -> GroupRoom.keyed("k" + i, "x")).toList());
    room.append(List.of(GroupRoom.keyed("last", "1")));
    List<ClaimedEvent> claimed = room.claim(2_000);
    assertThat(claimed).hasSize(1_502);
    room.ack(claimed.subList(1, 1_501));
    room.takeOver();
    room.append(List.of(GroupRoom.keyed("first", "2"), GroupRoom.keyed("last", "2")));

    assertThat(room.claim(10)).isEmpty();
    room.ack(List.of(claimed.getFirst()));
    assertThat(texts(room.claim(10))).containsExactly("2");
    room.ack(List.of(claimed.getLast()));
    assertThat(texts(room.claim(10))).containsExactly("2");
  }

  @Test
  void a_claim_that_waits_for_keys_holds_up_no_hand_over() {
    room = room.with(group(GroupOptions.DEFAULT.order(Order.KEY)));
    room.append(List.of(GroupRoom.keyed("k", "k1"), GroupRoom.keyed("k", "k2")));
    assertThat(room.claim(10)).hasSize(1);
    room.takeOver();
    room.refusesLog.set(true);
    CompletableFuture<List<ClaimedEvent>> claim =
        room.begin(() -> room.workers().claim(asking(10)));
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(claim).isNotDone();

    room.tell(() -> room.groups().drain());

    assertThatThrownBy(() -> room.await(claim)).isInstanceOf(NotOwnerException.class);
  }

  @Test
  void a_group_begins_where_it_is_told_to_and_keeps_that_place() {
    GroupId latest = GroupRoom.id("latest");
    room.append("before");
    room.define(group(), group(latest, Start.latest(), GroupOptions.DEFAULT));
    room.tell(() -> room.groups().group(latest).begin());
    room.append("behind");
    room.takeOver();

    assertThat(texts(room.ask(() -> room.groups().group(latest).claim(asking(10)))))
        .containsExactly("behind");
  }

  @Test
  void a_dropped_group_is_not_found_and_leaves_nothing_behind() {
    room.append("a", "b");
    room.kill(room.claim(1));
    room.define();
    assertThatThrownBy(() -> room.claim(1)).isInstanceOf(RequestException.NotFound.class);
    room.simulation.runFor(Duration.ofSeconds(2));

    room.takeOver();
    room.define(group());
    assertThat(room.dead()).isEmpty();
    assertThat(texts(room.claim(10))).containsExactly("a", "b");
  }

  @Test
  void a_group_deleted_while_nobody_owned_the_shard_is_removed_but_not_at_once() {
    room.append("a");
    room.ack(room.claim(1));
    room.definitions.clear();
    room.takeOver();
    room.simulation.runFor(Duration.ofSeconds(5));
    room.definitions.add(group());
    room.takeOver();
    assertThat(room.claim(1)).isEmpty();

    room.definitions.clear();
    room.takeOver();
    room.simulation.runFor(Duration.ofSeconds(12));
    room.definitions.add(group());
    room.takeOver();
    assertThat(texts(room.claim(1))).containsExactly("a");
  }

  @Test
  void a_group_of_which_the_node_has_not_heard_is_kept() {
    room.append("a");
    room.ack(room.claim(1));
    room.definitions.clear();
    room.takeOver();
    room.definitions.add(group());
    room.simulation.runFor(Duration.ofSeconds(12));
    room.takeOver();
    assertThat(room.claim(1)).isEmpty();
  }

  @Test
  void a_group_that_may_be_among_those_that_cannot_be_read_is_kept() {
    room.append("a", "b");
    room.ack(room.claim(1));
    room.tell(() -> room.groups().defineSome(List.of()));
    room.simulation.runFor(Duration.ofSeconds(2));
    room.takeOver();
    assertThat(texts(room.claim(2))).containsExactly("b");
  }

  @Test
  void who_waits_when_the_shard_is_lost_is_told_what_is_known() {
    room.append("a", "b");
    List<ClaimedEvent> claimed = room.claim(1);
    room.stores.silence(Duration.ofSeconds(100));
    CompletableFuture<List<ClaimedEvent>> claim = room.begin(() -> room.workers().claim(asking(1)));
    CompletableFuture<List<ReceiptStatus>> ack =
        room.beginSettle(new Outcome.Ack(), claimed.subList(0, 1));
    room.simulation.runFor(Duration.ofMillis(100));
    room.tell(() -> room.groups().close());

    assertThatThrownBy(() -> room.await(claim)).isInstanceOf(NotOwnerException.class);
    assertThatThrownBy(() -> room.await(ack)).isInstanceOf(RequestException.Unknown.class);
    assertThatThrownBy(() -> room.claim(1)).isInstanceOf(NotOwnerException.class);
  }

  @Test
  void a_drained_shard_has_written_everything_and_takes_in_nothing() {
    room.append("a", "b", "c");
    List<ClaimedEvent> claimed = room.claim(3);
    CompletableFuture<List<ReceiptStatus>> ack =
        room.beginSettle(new Outcome.Ack(), claimed.subList(0, 1));
    room.simulation.runFor(Duration.ZERO);
    Position next = claimed.getLast().receipt().position();
    room.tell(() -> room.workers().commitLater(Commit.of(next)));
    room.tell(() -> room.groups().drain());

    assertThat(room.await(ack)).containsExactly(ReceiptStatus.OK);
    assertThatThrownBy(() -> room.claim(1)).isInstanceOf(NotOwnerException.class);
    room.takeOver();
    assertThat(room.status().followed()).isEqualTo(next);
  }
}
