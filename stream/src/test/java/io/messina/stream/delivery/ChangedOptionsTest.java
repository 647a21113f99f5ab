package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.messina.api.Backoff;
import io.messina.api.DeathCause;
import io.messina.api.Delivery;
import io.messina.api.GroupLimits;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.Order;
import io.messina.api.ReceiptStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChangedOptionsTest extends DeliveryRig {

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final GroupOptions OPTIONS =
      GroupOptions.DEFAULT.backoff(new Backoff(Duration.ofSeconds(1), LEASE, 0));
  private static final GroupOptions BY_KEY = OPTIONS.order(Order.KEY);
  private static final GroupOptions AT_MOST_ONCE = OPTIONS.delivery(Delivery.AT_MOST_ONCE);
  private static final GroupOptions ONE_ATTEMPT = OPTIONS.maxAttempts(1);

  @BeforeEach
  void begin() {
    delivery = group(OPTIONS);
  }

  @Test
  void an_event_that_is_out_gets_the_attempts_that_are_allowed_when_it_fails() {
    delivery = group(ONE_ATTEMPT);
    read(1, 2);
    Effect.Claimed out = claimed(1, 0);
    delivery.change(OPTIONS.maxAttempts(2), 0);
    assertThat(dead(settled(NACK, out, 0))).isEmpty();
    delivery.tick(1_000);
    Effect.Claimed again = claimed(1, 1_000);
    assertThat(again.attempts()).containsExactly(2);
    assertThat(dead(settled(NACK, again, 1_000))).containsExactly(START);
  }

  @Test
  void what_has_had_as_many_attempts_as_are_allowed_now_is_a_dead_letter() {
    read(1, 2, 3, 4);
    Effect.Claimed lost = claimed(1, 0);
    Effect.Claimed failed = claimed(1, 0);
    settled(NACK, failed, 0);
    Effect.Claimed out = claimed(1, 20_000);
    delivery.tick(31_000);
    assertThat(delivery.hasReady(31_000)).isTrue();

    delivery.change(ONE_ATTEMPT, 31_000);
    // The one that was lost counts no attempt.
    assertThat(dead(delivery.takeEffects())).containsExactly(START + 1);
    assertThat(statuses(settled(ACK, lost, 31_000))).containsExactly(ReceiptStatus.OK);
    assertThat(statuses(settled(ACK, out, 31_000))).containsExactly(ReceiptStatus.OK);
    assertThat(claimed(10, 31_000).positions()).containsExactly(START + 3);
  }

  @Test
  void what_was_lost_before_a_restart_is_uncertain_once_delivery_is_at_most_once() {
    read(1, 2);
    claimed(1, 0);
    delivery.tick(31_000);
    takeOver(OPTIONS, state(), 0);
    delivery.change(AT_MOST_ONCE, 31_000);
    assertThat(dead(delivery.takeEffects())).containsExactly(START);
  }

  @Test
  void what_was_lost_is_uncertain_for_an_owner_that_delivers_at_most_once() {
    read(1, 2);
    claimed(1, 0);
    delivery.tick(31_000);
    takeOver(AT_MOST_ONCE, state(), 0);
    assertThat(dead(delivery.takeEffects())).containsExactly(START);
  }

  @Test
  void a_released_event_that_has_had_its_attempts_before_is_a_dead_letter() {
    read(1);
    settled(NACK, claimed(1, 0), 0);
    delivery.tick(1_000);
    Effect.Claimed again = claimed(1, 1_000);
    delivery.change(ONE_ATTEMPT, 1_000);
    List<DeadLetter> letters = letters(settled(new Outcome.Release(), again, 1_000));
    assertThat(letters).extracting(DeadLetter::attempts).containsExactly(1);
    assertThat(claimed(1, 1_000).positions()).isEmpty();
  }

  @Test
  void a_retry_comes_when_it_was_due_and_the_next_as_the_backoff_is_now() {
    read(1);
    settled(NACK, claimed(1, 0), 0);
    delivery.change(OPTIONS.backoff(new Backoff(Duration.ofSeconds(10), LEASE, 0)), 0);
    delivery.tick(1_000);
    settled(NACK, claimed(1, 1_000), 1_000);
    delivery.tick(20_999);
    assertThat(delivery.hasReady(20_999)).isFalse();
    delivery.tick(21_000);
    assertThat(delivery.hasReady(21_000)).isTrue();
  }

  @Test
  void what_is_out_stays_out_with_the_lease_that_it_has() {
    read(1);
    claimed(1, 0);
    DeliveryState before = delivery.state(START);
    delivery.change(AT_MOST_ONCE.order(Order.KEY).lease(Duration.ofSeconds(1)), 500);
    assertThat(delivery.state(START)).isEqualTo(before);
    delivery.tick(29_999);
    assertThat(delivery.inFlight()).isOne();
  }

  @Test
  void events_of_a_key_wait_for_each_other_from_when_they_are_to() {
    read(1, 1, 2, 1, 2);
    Effect.Claimed out = claimed(2, 0);
    delivery.change(BY_KEY, 0);
    assertThat(delivery.keysUnknown()).isEmpty();
    assertThat(claimed(10, 0).positions()).containsExactly(START + 2);
    settled(ACK, out.claimId(1), 0);
    assertThat(claimed(10, 0).positions()).isEmpty();
    settled(ACK, out.claimId(0), 0);
    assertThat(claimed(10, 0).positions()).containsExactly(START + 3);
  }

  @Test
  void events_of_a_key_that_were_out_together_come_again_one_after_the_other() {
    read(1, 1, 1, 1);
    Effect.Claimed out = claimed(3, 0);
    delivery.change(BY_KEY, 0);
    settled(NACK, out.claimId(2), 0);
    settled(NACK, out.claimId(1), 1_000);
    delivery.tick(5_000);
    assertThat(claimed(10, 5_000).positions()).isEmpty();
    settled(NACK, out.claimId(0), 5_000);
    delivery.tick(6_000);
    for (int i = 0; i < 4; i++) {
      Effect.Claimed next = claimed(10, 6_000);
      assertThat(next.positions()).containsExactly(START + i);
      settled(ACK, next, 6_000);
    }
  }

  @Test
  void restored_events_are_not_handed_out_before_their_keys_are_known() {
    read(1, 1, 2);
    Effect.Claimed out = claimed(3, 0);
    settled(NACK, out, 0);
    takeOver(OPTIONS, state(), 0);
    delivery.tick(2_000);
    assertThat(delivery.keysUnknown()).isEmpty();
    assertThat(delivery.hasReady(2_000)).isTrue();

    delivery.change(BY_KEY, 2_000);
    assertThat(delivery.keysUnknown()).containsExactly(START, START + 1, START + 2);
    assertThat(claimed(10, 2_000).positions()).isEmpty();
    delivery.key(START, 1);
    delivery.key(START + 1, 1);
    assertThat(claimed(10, 2_000).positions()).isEmpty();
    delivery.key(START + 2, 2);
    assertThat(claimed(10, 2_000).positions()).containsExactly(START, START + 2);
  }

  @Test
  void events_that_waited_for_their_key_are_handed_out_once_keys_do_not_matter() {
    delivery = group(BY_KEY);
    read(1, 1, 1);
    Effect.Claimed out = claimed(10, 0);
    assertThat(out.positions()).hasSize(1);
    delivery.change(OPTIONS, 0);
    assertThat(claimed(10, 0).positions()).containsExactly(START + 1, START + 2);
    assertThat(statuses(settled(ACK, out, 0))).containsExactly(ReceiptStatus.OK);
  }

  @Test
  void restored_events_go_at_once_where_keys_no_longer_matter() {
    delivery = group(BY_KEY);
    read(1, 1);
    claimed(1, 0);
    takeOver(BY_KEY, state(), 0);
    read(1);
    assertThat(delivery.keysUnknown()).containsExactly(START);
    delivery.change(OPTIONS, 0);
    assertThat(claimed(10, 0).positions()).containsExactly(START + 1);
    delivery.key(START, 1);
    assertThat(delivery.inFlight()).isEqualTo(2);
  }

  @Test
  void another_limit_per_key_holds_for_what_waits() {
    delivery = group(OPTIONS.limits(new GroupLimits(100, 1, 0, 100)));
    read(1, 1, 1, 1, 1);
    Effect.Claimed first = claimed(10, 0);
    delivery.change(OPTIONS.limits(new GroupLimits(100, 3, 0, 100)), 0);
    Effect.Claimed more = claimed(10, 0);
    assertThat(more.positions()).containsExactly(START + 1, START + 2);
    delivery.change(OPTIONS.limits(new GroupLimits(100, 2, 0, 100)), 0);
    settled(ACK, first, 0);
    assertThat(claimed(10, 0).positions()).isEmpty();
    settled(ACK, more.claimId(0), 0);
    assertThat(claimed(10, 0).positions()).containsExactly(START + 3);
  }

  @Test
  void another_limit_in_flight_counts_what_is_out() {
    delivery = group(OPTIONS.limits(new GroupLimits(2, 0, 0, 100)));
    read(1, 2, 3, 4, 5);
    Effect.Claimed out = claimed(10, 0);
    assertThat(out.positions()).hasSize(2);
    delivery.change(OPTIONS.limits(new GroupLimits(4, 0, 0, 100)), 0);
    assertThat(claimed(10, 0).positions()).hasSize(2);
    delivery.change(OPTIONS.limits(new GroupLimits(3, 0, 0, 100)), 0);
    settled(ACK, out.claimId(0), 0);
    assertThat(delivery.hasReady(0)).isFalse();
    settled(ACK, out.claimId(1), 0);
    assertThat(claimed(10, 0).positions()).hasSize(1);
  }

  @Test
  void another_rate_holds_at_once_and_gives_nothing_twice() {
    read(LongStream.range(0, 100).toArray());
    delivery.change(OPTIONS.limits(new GroupLimits(100, 0, 10, 1_000)), 0);
    assertThat(claimed(100, 0).positions()).hasSize(10);
    delivery.change(OPTIONS.limits(new GroupLimits(100, 0, 20, 1_000)), 0);
    assertThat(delivery.hasReady(0)).isFalse();
    assertThat(delivery.nextTickMillis()).isEqualTo(50);
    assertThat(claimed(100, 1_000).positions()).hasSize(20);
    delivery.change(OPTIONS.limits(new GroupLimits(100, 0, 5, 1_000)), 10_000);
    assertThat(claimed(100, 10_000).positions()).hasSize(5);
    delivery.change(OPTIONS, 10_000);
    assertThat(claimed(100, 10_000).positions()).hasSize(65);
  }

  @Test
  void with_less_room_nothing_is_forgotten_and_nothing_more_is_read() {
    read(1, 2, 3);
    delivery.change(OPTIONS.limits(new GroupLimits(10, 0, 0, 2)), 0);
    assertThat(delivery.room()).isZero();
    settled(ACK, claimed(3, 0), 0);
    assertThat(delivery.room()).isEqualTo(2);
  }

  @Test
  void the_state_stays_within_its_bytes_where_far_more_may_be_out_than_before() {
    delivery =
        group(
            OPTIONS.maxAttempts(100).limits(new GroupLimits(1, 0, 0, GroupLimits.UNFINISHED_MAX)));
    Outcome later = new Outcome.Nacked(Nack.retry("no", Duration.ofHours(1)));
    while (delivery.room() > 0) {
      read(new long[Math.min(500, delivery.room())]);
    }
    Effect.Claimed out = claimed(1, 0);
    while (out.positions().length > 0) {
      settled(later, out, 0);
      out = claimed(1, 0);
    }
    assertThat(delivery.ready(0)).isZero();
    long dueMillis = Duration.ofHours(2).toMillis();
    delivery.tick(dueMillis);
    delivery.change(
        OPTIONS.maxAttempts(100).limits(new GroupLimits(10_000, 0, 0, 10_000)), dueMillis);
    List<Effect.Claimed> claims = new ArrayList<>();
    for (Effect.Claimed next = claimed(1, dueMillis); next.positions().length > 0; ) {
      claims.add(next);
      next = claimed(1, dueMillis);
    }
    assertThat(delivery.ready(dueMillis)).isZero();
    assertThat(delivery.inFlight()).isBetween(100, 9_000);
    assertThat(state().length()).isLessThanOrEqualTo(StateImageCodec.BYTES_MAX);
    delivery.change(OPTIONS.maxAttempts(100).limits(new GroupLimits(1, 0, 0, 10_000)), dueMillis);
    claims.forEach(claim -> settled(ACK, claim, dueMillis));
    assertThat(claimed(1, dueMillis).positions()).hasSize(1);
  }

  @Test
  void an_event_that_nobody_answered_for_is_uncertain_once_delivery_is_at_most_once() {
    read(1, 2, 3);
    claimed(1, 0);
    delivery.tick(30_000);
    Effect.Claimed back = claimed(2, 30_000);
    assertThat(back.positions()).containsExactly(START, START + 1);
    delivery.tick(60_000);
    delivery.change(AT_MOST_ONCE, 60_000);
    assertThat(letters(delivery.takeEffects()))
        .extracting(DeadLetter::position, DeadLetter::cause)
        .containsExactly(
            tuple(START, DeathCause.UNCERTAIN), tuple(START + 1, DeathCause.UNCERTAIN));
    assertThat(claimed(10, 60_000).positions()).containsExactly(START + 2);
  }
}
