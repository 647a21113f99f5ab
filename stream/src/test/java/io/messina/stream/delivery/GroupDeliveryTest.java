package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.AttemptError;
import io.messina.api.GroupLimits;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.FormatLevel;
import io.messina.store.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GroupDeliveryTest extends DeliveryRig {

  private static final GroupOptions OPTIONS = GroupOptions.DEFAULT;
  private static final Outcome.Nacked DEAD = new Outcome.Nacked(Nack.dead("no"));

  @Test
  void claims_and_acks_that_wait_share_one_write() {
    readNew(1_000);
    for (int i = 0; i < 10; i++) {
      claim(100, 0);
    }
    assertThat(delivery.takeEffects()).isEmpty();
    assertThat(delivery.writeNeed(0)).isEqualTo(WriteNeed.NOW);
    List<Effect.Claimed> claims = only(Effect.Claimed.class, written(0));
    assertThat(claims).hasSize(10);
    claims.forEach(claim -> delivery.settle(1, ACK, claim.claimIds(), 0));
    assertThat(delivery.takeEffects()).isEmpty();
    assertThat(written(0)).hasSize(10);
    assertThat(delivery.floor()).isEqualTo(START + 1_000);
    assertThat(delivery.writeNeed(5_000)).isEqualTo(WriteNeed.NONE);
  }

  @Test
  void repeating_an_ack_is_ok_another_receipt_is_stale_and_a_strange_one_unknown() {
    readNew(2);
    Effect.Claimed claim = claimed(1, 0);
    settled(ACK, claim, 0);
    List<ClaimId> claimIds =
        List.of(
            claim.claimId(0),
            new ClaimId(START, 9, 0),
            new ClaimId(START + 1, 1, 0),
            new ClaimId(START, 1, 1));
    delivery.settle(2, ACK, claimIds, 0);
    assertThat(delivery.takeEffects())
        .containsExactly(
            new Effect.Settled(
                2,
                List.of(
                    ReceiptStatus.OK,
                    ReceiptStatus.UNKNOWN,
                    ReceiptStatus.STALE,
                    ReceiptStatus.UNKNOWN)));
  }

  @Test
  void an_ack_that_is_repeated_at_the_next_owner_is_ok_where_it_was_one_of_the_last() {
    readNew(3);
    Effect.Claimed first = claimed(1, 0);
    delivery.settle(1, new Outcome.Nacked(Nack.retry("no", Duration.ZERO)), first.claimIds(), 0);
    written(0);
    delivery.tick(0);
    Effect.Claimed again = claimed(1, 0);
    delivery.settle(2, ACK, again.claimIds(), 0);
    takeOver(OPTIONS, state(), 0);

    assertThat(acked(again.claimId(0))).isEqualTo(ReceiptStatus.OK);
    assertThat(acked(first.claimId(0))).as("another had it since").isEqualTo(ReceiptStatus.STALE);
    assertThat(acked(new ClaimId(START, 99, 0))).isEqualTo(ReceiptStatus.UNKNOWN);
    takeOver(OPTIONS, writeSomething(), 0);
    assertThat(acked(again.claimId(0))).as("a write later").isEqualTo(ReceiptStatus.OK);
    writeSomething();
    writeSomething();
    takeOver(OPTIONS, writeSomething(), 0);
    assertThat(acked(again.claimId(0))).as("long ago").isEqualTo(ReceiptStatus.UNKNOWN);
  }

  private Bytes writeSomething() {
    delivery.pause(9, true, 0);
    return state();
  }

  private ReceiptStatus acked(ClaimId claimId) {
    delivery.takeEffects();
    delivery.settle(3, ACK, List.of(claimId), 0);
    return delivery.takeEffects().stream()
        .map(effect -> ((Effect.Settled) effect).statuses().getFirst())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_retry_waits_no_longer_where_the_clock_was_set_back_before_a_take_over() {
    readNew(1);
    Outcome nack = new Outcome.Nacked(Nack.retry("no", Duration.ofSeconds(5)));
    delivery.settle(1, nack, claimed(1, 0).claimIds(), 0);
    Bytes state = state();
    long before = -Duration.ofHours(3).toMillis();

    takeOver(OPTIONS, state, before);

    assertThat(delivery.nextTickMillis()).isEqualTo(before + 5_000);
  }

  @Test
  void keeping_a_lease_costs_nothing_where_it_runs_long_enough_and_never_shortens_it() {
    readNew(1);
    Effect.Claimed claim = claimed(1, 0);
    List<Effect> ok = List.of(new Effect.Settled(1, List.of(ReceiptStatus.OK)));
    Outcome keep = new Outcome.Keep(Duration.ofSeconds(10));

    delivery.settle(1, keep, claim.claimIds(), 20_000);

    assertThat(delivery.takeEffects()).isEqualTo(ok);
    assertThat(delivery.state(START).leaseUntilMillis()).isEqualTo(30_000);

    delivery.settle(1, keep, claim.claimIds(), 25_000);

    assertThat(delivery.takeEffects()).as("before it is durable").isEmpty();
    assertThat(written(25_000)).isEqualTo(ok);
    assertThat(delivery.state(START).leaseUntilMillis()).isEqualTo(35_000);
  }

  @Test
  void a_seek_makes_receipts_stale_and_hands_out_again() {
    readNew(1);
    Effect.Claimed claim = claimed(1, 0);
    delivery.seek(5, START, 0);
    assertThat(written(0)).containsExactly(new Effect.Done(5));
    delivery.settle(6, ACK, claim.claimIds(), 0);
    assertThat(delivery.takeEffects())
        .containsExactly(new Effect.Settled(6, List.of(ReceiptStatus.STALE)));
    readNew(1);
    assertThat(claimed(1, 0).claimId(0)).isEqualTo(new ClaimId(START, 2, 1));
  }

  @Test
  void a_released_claim_counts_no_attempt() {
    readNew(1);
    delivery.settle(1, new Outcome.Release(), claimed(1, 0).claimIds(), 0);
    assertThat(claimed(1, 0).attempts()).containsExactly(1);
  }

  @Test
  void a_dead_letter_is_written_before_the_floor_passes_it_and_may_be_redriven() {
    readNew(2);
    delivery.settle(1, DEAD, claimed(1, 0).claimIds(), 0);
    List<Effect> effects = written(0);
    DeadLetter letter = ((Effect.WriteLetter) effects.getFirst()).letter();
    assertThat(letter.failures()).containsExactly(new AttemptError(1, "no"));
    assertThat(delivery.floor()).isEqualTo(START);
    assertThat(delivery.redrive(START, 1, 0)).isFalse();
    delivery.letterWritten(letter, 0);
    assertThat(delivery.floor()).isEqualTo(START + 1);
    assertThat(delivery.redrive(START, 1, 0)).isTrue();
    takeOver(OPTIONS, state(), 0);
    Effect.Claimed again = claimed(1, 0);
    assertThat(again.positions()).containsExactly(START);
    assertThat(delivery.floor()).isEqualTo(START + 1);
    delivery.settle(2, ACK, again.claimIds(), 0);
    assertThat(delivery.takeEffects()).isEmpty();
    Bytes acked = delivery.beginWrite(0, new FormatLevel());
    delivery.confirm(0);
    assertThat(delivery.takeEffects()).contains(new Effect.DeleteLetter(START));
    takeOver(OPTIONS, acked, 0);
    assertThat(delivery.takeEffects()).containsExactly(new Effect.DeleteLetter(START));
    assertThat(delivery.isLeaving(START)).isTrue();
    assertThat(delivery.redrive(START, 1, 0)).isFalse();
    delivery.letterDeleted(START, 0);
    takeOver(OPTIONS, state(), 0);
    assertThat(delivery.takeEffects()).isEmpty();
  }

  @Test
  void what_is_done_after_a_seek_back_leaves_no_dead_letter_of_before() {
    readNew(2);
    delivery.settle(1, DEAD, claimed(2, 0).claimIds(), 0);
    written(0).stream()
        .filter(Effect.WriteLetter.class::isInstance)
        .forEach(effect -> delivery.letterWritten(((Effect.WriteLetter) effect).letter(), 0));
    delivery.seek(2, START, 0);
    takeOver(OPTIONS, state(), 0);
    readNew(3);
    delivery.settle(3, ACK, claimed(3, 0).claimIds(), 0);
    assertThat(written(0))
        .contains(new Effect.DeleteLetter(START), new Effect.DeleteLetter(START + 1));
    assertThat(delivery.isLeaving(START + 2)).isFalse();
  }

  @Test
  void unfinished_events_are_told_by_who_has_them_and_since_when() {
    readNew(4);
    var _ = claimed(1, 1_000);
    List<ClaimId> failed = claimed(1, 2_000).claimIds();
    var _ = claimed(1, 3_000);
    delivery.settle(1, new Outcome.Nacked(Nack.retry("no", Duration.ofSeconds(5))), failed, 3_000);

    assertThat(unfinished(Optional.empty(), Optional.empty(), -1))
        .containsExactly(START, START + 2, START + 1, START + 3);
    assertThat(unfinished(Optional.of(DeliveryState.Stage.RECEIVED), Optional.empty(), -1))
        .containsExactly(START + 1, START + 3);
    assertThat(unfinished(Optional.empty(), Optional.of("w"), 0)).containsExactly(START, START + 2);
    assertThat(unfinished(Optional.empty(), Optional.of("another"), -1)).isEmpty();
    assertThat(unfinished(Optional.empty(), Optional.empty(), 1_001)).containsExactly(START);
  }

  private List<Long> unfinished(
      Optional<DeliveryState.Stage> stage, Optional<String> worker, long heldMillis) {
    return delivery.unfinished(new Unfinished.Query(stage, worker, heldMillis, 10), 4_000).stream()
        .map(Unfinished::position)
        .toList();
  }

  @Test
  void a_claim_is_answered_once_durable_and_its_lease_begins_then() {
    readNew(1);
    claim(1, 0);
    delivery.tick(60_000);
    delivery.beginWrite(60_000, new FormatLevel());
    delivery.confirm(60_000);
    assertThat(delivery.state(START))
        .isEqualTo(new DeliveryState(DeliveryState.Stage.PROCESSING, "w", 60_000, 90_000, 1, ""));
    delivery.tick(89_999);
    assertThat(delivery.hasReady(89_999)).isFalse();
    delivery.tick(90_000);
    assertThat(delivery.hasReady(90_000)).isTrue();
  }

  @Test
  void a_rate_limit_lets_as_many_through_and_says_when_the_next_may_go() {
    delivery = group(OPTIONS.rateLimit(10));
    readNew(100);
    assertThat(claimed(100, 0).positions()).hasSize(10);
    assertThat(delivery.hasReady(0)).isFalse();
    assertThat(delivery.nextTickMillis()).isEqualTo(100);
    assertThat(delivery.hasReady(100)).isTrue();
  }

  @Test
  void a_shard_hands_out_its_part_of_what_the_group_may() {
    delivery = group(OPTIONS.rateLimit(8));
    delivery.share(16, 0);
    readNew(100);
    int handedOut = 0;
    for (long millis = 0; millis < 60_000; millis += 10) {
      delivery.tick(millis);
      claim(100, millis);
      handedOut +=
          only(Effect.Claimed.class, written(millis)).stream()
              .mapToInt(each -> each.positions().length)
              .sum();
      assertThat(delivery.nextDueMillis()).isGreaterThan(millis);
    }
    assertThat(handedOut).isEqualTo(30);
  }

  @Test
  void a_rate_limit_holds_over_many_moves() {
    GroupOptions options = OPTIONS.rateLimit(10).maxInFlight(10_000);
    delivery = group(options);
    int handedOut = 0;
    for (long millis = 0; millis < 60_000; millis += 50) {
      if (millis % 3_000 == 2_000) {
        takeOver(options, state(), millis);
      }
      readNew(delivery.room() > 100 ? 50 : 0);
      delivery.tick(millis);
      claim(100, millis);
      handedOut +=
          only(Effect.Claimed.class, written(millis)).stream()
              .mapToInt(each -> each.positions().length)
              .sum();
    }
    assertThat(handedOut).isBetween(500, 630);
  }

  @Test
  void nothing_is_ready_that_has_no_room_in_the_state() {
    Outcome later = new Outcome.Nacked(Nack.retry("no", Duration.ofHours(11)));
    Effect.Claimed claim;
    int handedOut = 0;
    do {
      while (delivery.room() > 0) {
        readNew(Math.min(500, delivery.room()));
      }
      int ready = delivery.ready(0);
      assertThat(delivery.hasReady(0)).isEqualTo(ready > 0);
      claim = claimed(10_000, 0);
      handedOut += claim.positions().length;
      assertThat(claim.positions()).hasSize(ready);
      delivery.settle(1, later, claim.claimIds(), 0);
      var _ = state();
    } while (claim.positions().length > 0);
    assertThat(handedOut).isBetween(1_000, 9_000);
  }

  @Test
  void the_state_of_very_many_scattered_failures_stays_within_its_bytes() {
    Outcome.Nacked nack = new Outcome.Nacked(Nack.retry("no", Duration.ofHours(11)));
    long handedOut = 0;
    for (int i = 0; i < 200; i++) {
      readNew(Math.min(500, delivery.room()));
      Effect.Claimed claim = claimed(500, 0);
      handedOut += claim.positions().length;
      List<ClaimId> claimIds = new ArrayList<>(claim.claimIds());
      delivery.settle(1, ACK, claimIds.stream().filter(GroupDeliveryTest::odd).toList(), i);
      delivery.settle(2, nack, claimIds.stream().filter(r -> !odd(r)).toList(), i);
      assertThat(state().length()).isLessThanOrEqualTo(StateImageCodec.BYTES_MAX);
    }
    assertThat(handedOut).isBetween(4_000L, 2L * GroupLimits.UNFINISHED_MAX);
    assertThat(delivery.room()).isZero();
  }

  private static boolean odd(ClaimId claimId) {
    return claimId.position() % 2 == 1;
  }
}
