package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ClaimOptions;
import io.messina.api.Nack;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.ClaimAddress;
import io.messina.stream.Event;
import io.messina.stream.delivery.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ReceiptRoutingTest {

  @AutoClose private final NodeRoom room = new NodeRoom(4);

  @Test
  void statuses_come_in_the_order_of_the_receipts_whatever_their_shards() {
    List<ClaimAddress> receipts = claimAll();
    List<ClaimAddress> some = receipts.subList(0, 10);
    assertThat(settle(some)).containsOnly(ReceiptStatus.OK);
    assertThat(settle(some)).as("a repeat").containsOnly(ReceiptStatus.OK);
    room.simulation.runFor(Duration.ofSeconds(31));
    List<ClaimAddress> again = claimAll();
    List<ClaimAddress> mixed = new ArrayList<>(receipts.subList(10, 20));
    mixed.addAll(again);
    Collections.shuffle(mixed, new java.util.Random(7));

    List<ReceiptStatus> statuses = settle(mixed);

    assertThat(IntStream.range(0, mixed.size()))
        .allSatisfy(
            i ->
                assertThat(statuses.get(i))
                    .isEqualTo(
                        again.contains(mixed.get(i)) ? ReceiptStatus.OK : ReceiptStatus.STALE));
  }

  @Test
  void receipts_of_another_creation_are_stale_and_nobody_is_asked() {
    List<ClaimAddress> receipts = claimAll();
    room.asked.clear();
    List<ClaimAddress> others =
        receipts.stream()
            .map(r -> new ClaimAddress(1, 2, r.run(), r.shard(), r.position(), r.claim()))
            .toList();
    assertThat(settle(others)).containsOnly(ReceiptStatus.STALE);
    assertThat(room.asked).isEmpty();
    assertThat(settle(List.of(new ClaimAddress(1, 1, 0, 99, receipts.getFirst().position(), 1))))
        .containsExactly(ReceiptStatus.UNKNOWN);
  }

  @Test
  void a_lost_answer_to_an_ack_is_asked_for_again() {
    List<ClaimAddress> receipts = claimAll();
    room.loseAnswers(3);
    assertThat(settle(receipts)).containsOnly(ReceiptStatus.OK);
  }

  @Test
  void what_no_owner_answers_is_to_be_asked_again_and_the_others_are_told() {
    List<ClaimAddress> receipts = claimAll();
    room.cluster.take(room.shard(3));
    List<ReceiptStatus> statuses = settle(receipts);
    assertThat(IntStream.range(0, statuses.size()))
        .allSatisfy(
            i ->
                assertThat(statuses.get(i))
                    .isEqualTo(
                        receipts.get(i).shard() == 3 ? ReceiptStatus.RETRY : ReceiptStatus.OK));
  }

  @Test
  void an_owner_that_is_away_is_waited_for_once_whatever_is_said_of_each_event() {
    ClaimAddress receipt =
        claimAll().stream().filter(each -> each.shard() == 3).findFirst().orElseThrow();
    room.cluster.take(room.shard(3));
    Duration begin = room.simulation.elapsed();
    List<Settlement> settlements =
        IntStream.range(0, 1_000)
            .mapToObj(i -> new Settlement(receipt, new Outcome.Nacked(Nack.retry("error " + i))))
            .toList();
    NodeRoom.Started<List<ReceiptStatus>> started =
        room.start(() -> room.node.receiptRouting.settle(room.stream, NodeRoom.GROUP, settlements));
    room.simulation.runUntil(started::isDone, Duration.ofMinutes(10));

    assertThat(started.get()).hasSize(1_000).containsOnly(ReceiptStatus.RETRY);
    assertThat(started.ended().minus(begin)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void each_owner_is_asked_once_whatever_is_said_of_its_events() {
    List<ClaimAddress> receipts = claimAll();
    room.asked.clear();
    List<Settlement> settlements = new ArrayList<>();
    for (int i = 0; i < receipts.size(); i++) {
      settlements.add(
          new Settlement(receipts.get(i), new Outcome.Nacked(Nack.retry("error " + i % 5))));
    }
    assertThat(
            room.run(
                () -> room.node.receiptRouting.settle(room.stream, NodeRoom.GROUP, settlements)))
        .hasSize(40)
        .containsOnly(ReceiptStatus.OK);
    assertThat(room.asked).containsExactly("settle", "settle");
  }

  @Test
  void what_an_owner_has_no_more_is_settled_by_the_next_one() {
    List<ClaimAddress> receipts = claimAll();
    room.give("c", 3);
    room.asked.clear();
    assertThat(settle(receipts)).containsOnly(ReceiptStatus.OK);
    assertThat(room.asked).hasSize(3).containsOnly("settle");
  }

  @Test
  void too_many_receipts_are_refused() {
    List<ClaimAddress> many = Collections.nCopies(10_001, claimAll().getFirst());
    assertThatThrownBy(() -> settle(many)).isInstanceOf(RequestException.Refused.class);
  }

  private List<ClaimAddress> claimAll() {
    if (room.asked.isEmpty()) {
      room.give("a", 0);
      room.give("b", 1, 3);
      room.give("c", 2);
      List<Event> events =
          IntStream.range(0, 40)
              .mapToObj(i -> Event.builder(Bytes.EMPTY).key(Bytes.utf8("key " + i)).build())
              .toList();
      var _ = room.run(() -> Futures.join(room.node.appends.append(room.stream, events)));
    }
    List<LeasedEvent> claimed =
        room.run(
            () ->
                room.node.claims.claim(
                    NodeRoom.GROUP, room.stream.shards(), ClaimOptions.upTo(100)));
    return claimed.stream().map(each -> each.claimed().receipt()).toList();
  }

  private List<ReceiptStatus> settle(List<ClaimAddress> receipts) {
    return room.run(
        () ->
            room.node.receiptRouting.settle(
                room.stream, NodeRoom.GROUP, new Outcome.Ack(), receipts));
  }
}
