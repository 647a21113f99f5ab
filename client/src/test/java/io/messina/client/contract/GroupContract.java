package io.messina.client.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.DeathCause;
import io.messina.api.EventId;
import io.messina.api.EventState;
import io.messina.api.Nack;
import io.messina.api.Receipt;
import io.messina.api.ReceiptResult;
import io.messina.api.ReceiptStatus;
import io.messina.api.Redrive;
import io.messina.api.Start;
import io.messina.client.group.Ack;
import io.messina.client.group.Claimed;
import io.messina.client.group.ClaimedEvent;
import io.messina.client.group.DeadLetter;
import io.messina.client.group.FollowedEvents;
import io.messina.client.group.Output;
import io.messina.client.stream.StreamClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What becomes of events that groups hand out. */
abstract class GroupContract extends AppenderContract {

  /** How long a look at what is awaited waits for the next, so as to leave a core to that. */
  private static final long LOOK_NANOS = 5_000_000;

  @Test
  void what_is_acknowledged_is_done() {
    EventId id = append(event("a", 1));
    ClaimedEvent claimed = claim();
    assertThat(claimed.event().id()).isEqualTo(id);
    assertThat(claimed.attempt()).isEqualTo(1);
    assertThat(state(id)).isEqualTo(EventState.PROCESSING);
    List<Receipt> receipt = List.of(claimed.receipt());
    assertThat(group.ack(receipt)).containsExactly(result(claimed, ReceiptStatus.OK));
    assertThat(group.ack(receipt)).containsExactly(result(claimed, ReceiptStatus.OK));
    assertThat(state(id)).isEqualTo(EventState.COMPLETED);
    assertThat(group.claim(ClaimOptions.upTo(1))).isEmpty();
  }

  private EventState state(EventId id) {
    return Objects.requireNonNull(stream.event(id).groups().get(group.name())).state();
  }

  @Test
  void what_is_returned_comes_again() {
    append(event("a", 1));
    ClaimedEvent first = claim();
    List<ReceiptResult> returned =
        group.nack(List.of(first.receipt()), Nack.retry("not yet", Duration.ofMillis(1)));
    assertThat(returned).containsExactly(result(first, ReceiptStatus.OK));
    ClaimedEvent second = claim();
    assertThat(second.event()).isEqualTo(first.event());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(group.ack(List.of(first.receipt())))
        .containsExactly(result(first, ReceiptStatus.STALE));
  }

  @Test
  void what_is_not_acknowledged_in_time_comes_again() {
    append(event("a", 1));
    ClaimedEvent first = claim(ONE.withLease(SHORT_LEASE));
    ClaimedEvent second = claim();
    assertThat(second.event()).isEqualTo(first.event());
    assertThat(second.attempt()).as("the first silence counts none").isEqualTo(1);
    assertThat(group.ack(List.of(first.receipt())))
        .containsExactly(result(first, ReceiptStatus.STALE));
  }

  @Test
  void what_is_extended_is_kept() {
    append(event("a", 1));
    ClaimedEvent kept = extended();
    assertThat(group.claim(ONE.withWait(SHORT_LEASE.multipliedBy(2)))).isEmpty();
    assertThat(group.ack(List.of(kept.receipt()))).containsExactly(result(kept, ReceiptStatus.OK));
  }

  /** Claimed again where a busy machine let the lease run out before the server was asked. */
  private ClaimedEvent extended() {
    while (true) {
      ClaimedEvent claimed = claim(ONE.withLease(SHORT_LEASE));
      List<ReceiptResult> results = group.extend(List.of(claimed.receipt()), Optional.of(FAR));
      if (!results.equals(List.of(result(claimed, ReceiptStatus.STALE)))) {
        assertThat(results).containsExactly(result(claimed, ReceiptStatus.OK));
        return claimed;
      }
    }
  }

  @Test
  void what_is_released_counts_no_attempt() {
    append(event("a", 1));
    ClaimedEvent first = claim();
    assertThat(group.release(List.of(first.receipt())))
        .containsExactly(result(first, ReceiptStatus.OK));
    assertThat(claim().attempt()).isEqualTo(1);
  }

  @Test
  void what_is_no_receipt_is_unknown() {
    Receipt receipt = new Receipt("nonsense");
    assertThat(group.ack(List.of(receipt)))
        .containsExactly(new ReceiptResult(receipt, ReceiptStatus.UNKNOWN, Optional.empty()));
  }

  @Test
  void a_follower_goes_on_behind_what_it_committed() {
    stream.append(List.of(event("a", 1), event("a", 2), event("a", 3)));
    FollowedEvents first = group.follow(0, 2, Duration.ofSeconds(5));
    assertThat(first.events()).hasSize(2);
    group.commit(0, first);
    FollowedEvents rest = group.follow(0, 10, Duration.ofSeconds(5));
    assertThat(rest.events())
        .extracting(read -> read.payload().text())
        .containsExactly("{\"n\":3}");
  }

  @Test
  void a_seek_is_not_undone_by_a_follower_who_was_busy() {
    stream.append(List.of(event("a", 1), event("a", 2)));
    FollowedEvents first = group.follow(0, 2, Duration.ofSeconds(5));
    group.seek(Start.earliest());
    group.commit(0, first);
    assertThat(group.follow(0, 2, Duration.ofSeconds(5)).events()).hasSize(2);
  }

  @Test
  void outputs_are_appended_once() {
    StreamClient scores = newStream();
    append(event("a", 1));
    ClaimedEvent claimed = claim();
    Output output = new Output(scores.name(), event("score", 7));
    List<Ack> acks = List.of(new Ack(claimed.receipt(), List.of(output)));
    group.ackWithOutputs(acks);
    assertThat(group.ackWithOutputs(acks)).containsExactly(result(claimed, ReceiptStatus.OK));
    assertThat(all(scores)).extracting(read -> read.payload().text()).containsExactly("{\"n\":7}");
  }

  /** They are there a moment after their last attempt has failed. */
  private List<DeadLetter> deadLetters(int count) {
    List<DeadLetter> letters = List.of();
    while (letters.size() < count) {
      LockSupport.parkNanos(LOOK_NANOS);
      letters = group.deadLetters().get(10, Optional.empty()).deadLetters();
    }
    return letters;
  }

  @Test
  void a_rejected_event_is_a_dead_letter_until_it_is_redriven() {
    EventId id = append(event("a", 1));
    group.nack(List.of(claim().receipt()), Nack.dead("no such user"));
    DeadLetter dead = deadLetters(1).get(0);
    assertThat(dead.event().id()).isEqualTo(id);
    assertThat(dead.death().cause()).isEqualTo(DeathCause.REJECTED);
    assertThat(dead.death().errors().get(0).error()).isEqualTo("no such user");
    assertThat(group.deadLetters().redrive(Redrive.of(List.of(id)))).isEqualTo(1);
    group.ack(List.of(claim().receipt()));
    while (!group.deadLetters().get(10, Optional.empty()).deadLetters().isEmpty()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Test
  void a_claim_brings_acknowledgements() {
    append(event("a", 1));
    append(event("b", 2));
    ClaimedEvent first = claim();
    Claimed next =
        group.ackAndClaim(
            List.of(Ack.of(first.receipt())),
            ClaimOptions.upTo(9).withWait(Duration.ofSeconds(30)));
    assertThat(next.results()).extracting(ReceiptResult::status).containsExactly(ReceiptStatus.OK);
    assertThat(next.events()).hasSize(1);
    assertThat(next.events().get(0).attemptsLeft()).isPositive();
    group.release(List.of(next.events().get(0).receipt()));
    assertThat(claim().event().payload()).isNotEqualTo(first.event().payload());
  }

  @Test
  void dead_letters_can_be_deleted() {
    EventId id = append(event("a", 1));
    append(event("b", 2));
    group.nack(List.of(claim().receipt()), Nack.dead("x"));
    group.nack(List.of(claim().receipt()), Nack.dead("x"));
    assertThat(deadLetters(2)).hasSize(2);
    assertThat(group.deadLetters().delete(List.of(id))).isEqualTo(1);
    assertThat(group.deadLetters().deleteAll()).isEqualTo(1);
  }

  @Test
  void a_group_is_paused_resumed_sent_back_and_purged() {
    append(event("a", 1));
    group.pause();
    assertThat(group.claim(ClaimOptions.upTo(1))).isEmpty();
    group.resume();
    ClaimedEvent claimed = claim();
    group.seek(Start.earliest());
    assertThat(group.ack(List.of(claimed.receipt())))
        .containsExactly(result(claimed, ReceiptStatus.STALE));
    claim();
    group.purge();
    assertThat(group.claim(ClaimOptions.upTo(1))).isEmpty();
  }
}
