package io.messina.client.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.EventId;
import io.messina.api.Position;
import io.messina.api.Receipt;
import io.messina.client.event.Event;
import io.messina.client.event.Payload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerStateTest {

  private final WorkerState state =
      new WorkerState(WorkerOptions.named("w").withConcurrency(2).withBatch(4));

  private static ClaimedEvent event(int number) {
    Event event =
        new Event(
            new EventId("e" + number),
            0,
            new Position(1, number),
            Optional.empty(),
            Instant.EPOCH,
            Instant.EPOCH,
            Map.of(),
            Payload.json("1"));
    return new ClaimedEvent(event, 1, 1, receipt(number), Optional.empty(), false);
  }

  private static Receipt receipt(int number) {
    return new Receipt("r" + number);
  }

  private void finish(int number) {
    state.ended(false);
    state.done(PendingAck.of(Ack.of(receipt(number))));
  }

  @Test
  void a_claim_brings_what_is_done_and_asks_for_as_many_more() {
    assertThat(state.beginRequests().limit()).isEqualTo(4);
    state.claimed(List.of(event(1), event(2), event(3)), 0);
    assertThat(state.beginRuns(0)).hasSize(2);
    assertThat(state.begin(receipt(1), 0)).isTrue();
    finish(1);
    WorkerState.Requests next = state.beginRequests();
    assertThat(next.together()).isTrue();
    assertThat(next.acks()).hasSize(1);
    assertThat(next.limit()).isEqualTo(2);
  }

  @Test
  void no_more_is_claimed_than_threads_can_take_that_are_not_stuck() {
    assertThat(state.beginRequests().limit()).isEqualTo(4);
    state.claimed(List.of(event(1), event(2)), 0);
    assertThat(state.beginRuns(0)).hasSize(2);
    assertThat(state.begin(receipt(1), 0)).isTrue();
    assertThat(state.begin(receipt(2), 0)).isTrue();
    state.giveUp();
    state.forget(List.of(receipt(1)));
    assertThat(state.beginRequests().limit()).isZero();
    finish(2);
    assertThat(state.beginRequests().limit()).isEqualTo(1);
    state.notClaimed();
    state.endAcks();
    state.forget(List.of(receipt(2)));
    state.ended(true);
    assertThat(state.beginRequests().limit()).isEqualTo(4);
  }
}
