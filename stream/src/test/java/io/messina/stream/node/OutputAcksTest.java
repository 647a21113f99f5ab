package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ClaimOptions;
import io.messina.api.ReceiptStatus;
import io.messina.api.StreamName;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.ClaimAddress;
import io.messina.stream.Event;
import io.messina.stream.Output;
import io.messina.stream.catalog.CatalogStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class OutputAcksTest {

  private static final CatalogStream SCORES = NodeRoom.stream("scores", 1, Duration.ofMinutes(10));

  @AutoClose private final NodeRoom room = room();

  @Test
  void an_event_is_done_once_its_outputs_are_stored_and_a_repeat_changes_nothing() {
    ClaimAddress receipt = claim();

    assertThat(ack(receipt)).containsExactly(ReceiptStatus.OK);
    assertThat(ack(receipt)).containsExactly(ReceiptStatus.OK);

    assertThat(outputs()).isEqualTo(1);
  }

  @Test
  void nothing_is_appended_of_an_event_that_another_worker_has() {
    ClaimAddress late = claim();
    room.simulation.runFor(Duration.ofSeconds(31));
    ClaimAddress current = claim();

    assertThat(ack(late, current)).containsExactly(ReceiptStatus.STALE, ReceiptStatus.OK);

    assertThat(outputs()).isEqualTo(1);
  }

  @Test
  void nothing_is_appended_of_receipts_that_were_never_given_out() {
    ClaimAddress good = claim();
    ClaimAddress withoutClaim = new ClaimAddress(1, 1, 0, 0, good.position(), 0);
    ClaimAddress elsewhere = new ClaimAddress(1, 1, 0, 99, good.position(), 1);
    ClaimAddress former = new ClaimAddress(1, 2, 0, 0, good.position(), 1);

    assertThat(ack(withoutClaim, elsewhere, former))
        .containsExactly(ReceiptStatus.UNKNOWN, ReceiptStatus.UNKNOWN, ReceiptStatus.STALE);

    assertThat(outputs()).isZero();
  }

  @Test
  void nothing_is_appended_while_no_owner_tells_who_has_the_event() {
    ClaimAddress receipt = claim();
    room.cluster.take(room.shard(0));

    assertThat(ack(receipt)).containsExactly(ReceiptStatus.RETRY);

    assertThat(outputs()).isZero();
  }

  @Test
  void an_event_whose_outputs_are_not_stored_keeps_its_lease() {
    ClaimAddress receipt = claim();
    room.cluster.take(SCORES.shard(0));

    assertThat(ack(receipt)).containsExactly(ReceiptStatus.RETRY);

    room.cluster.give(SCORES.shard(0), "a");
    assertThat(ack(receipt)).containsExactly(ReceiptStatus.OK);
    assertThat(outputs()).isEqualTo(1);
  }

  @Test
  void a_handler_in_the_process_appends_nothing_of_an_event_that_it_has_lost() {
    ClaimAddress late = claim();
    room.simulation.runFor(Duration.ofSeconds(31));
    claim();
    OutputAcks acks = acks();

    assertThatThrownBy(
            () ->
                room.run(
                    () -> {
                      acks.append(NodeRoom.GROUP, late, outputOf("x"));
                      return true;
                    }))
        .isInstanceOf(RequestException.Unavailable.class);

    assertThat(outputs()).isZero();
  }

  private static NodeRoom room() {
    NodeRoom room = new NodeRoom(1);
    room.give("a", 0);
    room.cluster.define(SCORES);
    room.cluster.give(SCORES.shard(0), "a");
    var _ =
        room.run(
            () -> Futures.join(room.node.appends.append(room.stream, List.of(NodeRoom.event(1)))));
    return room;
  }

  private ClaimAddress claim() {
    return room.run(
            () ->
                room.node.claims.claim(NodeRoom.GROUP, room.stream.shards(), ClaimOptions.upTo(1)))
        .getFirst()
        .claimed()
        .receipt();
  }

  private List<ReceiptStatus> ack(ClaimAddress... receipts) {
    List<Ack> some = Stream.of(receipts).map(each -> new Ack(each, outputOf("x"))).toList();
    return room.run(() -> acks().ack(room.stream, NodeRoom.GROUP, some));
  }

  private static List<Output> outputOf(String text) {
    return List.of(new Output(SCORES.id().name(), Event.of(Bytes.utf8(text))));
  }

  private OutputAcks acks() {
    Outputs outputs = new Outputs(room.node.appends, (StreamName _) -> SCORES);
    return new OutputAcks(
        room.node.receiptRouting, outputs, room.node.calls, room.node.parallel, _ -> room.stream);
  }

  private int outputs() {
    return room.cluster.log(SCORES.shard(0)).size();
  }
}
