package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.GroupOptions;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.FormatLevel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a group takes in memory once it has done its work. */
class GivenBackTest extends DeliveryRig {

  private static final long LATER = RecentlySettled.KEPT_MILLIS;

  @Test
  void a_group_that_has_seen_nothing_takes_nothing() {
    assertThat(delivery.settledBytes()).isZero();
    assertThat(delivery.unfinishedBytes()).isZero();
  }

  @Test
  void an_idle_group_gives_all_back_and_goes_on() {
    readNew(100);
    List<ClaimId> claims = claim(100);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
    assertThat(delivery.settledBytes()).isPositive();
    assertThat(delivery.unfinishedBytes()).isPositive();
    assertThat(claim(1)).isEmpty();
    assertThat(claim(1)).isEmpty();
    delivery.giveBack(LATER);
    assertThat(delivery.settledBytes()).isZero();
    assertThat(delivery.unfinishedBytes()).isZero();
    assertThat(settle(claims)).containsOnly(ReceiptStatus.UNKNOWN);
    readNew(10);
    assertThat(settle(claim(10))).containsOnly(ReceiptStatus.OK);
    assertThat(delivery.floor()).isEqualTo(START + 110);
  }

  @Test
  void how_events_were_settled_stays_for_a_minute() {
    readNew(10);
    List<ClaimId> claims = claim(10);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
    assertThat(claim(1)).isEmpty();
    assertThat(claim(1)).isEmpty();
    delivery.giveBack(LATER - 1);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
  }

  @Test
  void the_acks_of_the_last_two_writes_stay_known_for_longer() {
    readNew(10);
    List<ClaimId> claims = claim(10);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
    delivery.giveBack(LATER);
    assertThat(delivery.settledBytes()).isZero();
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
  }

  @Test
  void an_ack_that_is_not_durable_yet_is_told_to_the_next_owner() {
    readNew(10);
    List<ClaimId> claims = claim(10);
    delivery.settle(1, ACK, claims, 0);
    delivery.giveBack(LATER);
    assertThat(delivery.settledBytes()).as("an answer waits").isPositive();
    takeOver(GroupOptions.DEFAULT, delivery.beginWrite(0, new FormatLevel()), 0);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
  }

  @Test
  void what_is_unfinished_stays() {
    readNew(100);
    List<ClaimId> claims = claim(50);
    long bytes = delivery.unfinishedBytes();
    delivery.giveBack(LATER);
    assertThat(delivery.unfinishedBytes()).isEqualTo(bytes);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
    assertThat(claim(100)).hasSize(50);
  }

  @Test
  void a_claim_that_is_not_durable_yet_keeps_its_places() {
    readNew(10);
    claim(10, 0);
    delivery.seek(2, START + 10, 0);
    delivery.giveBack(LATER);
    written(0);
    delivery.giveBack(LATER);
    assertThat(delivery.unfinishedBytes()).isZero();
  }

  @Test
  void after_a_while_without_work_it_gives_all_back_by_itself() {
    readNew(10);
    assertThat(settle(claim(10))).containsOnly(ReceiptStatus.OK);
    delivery.tick(RecentlySettled.IDLE_MILLIS);
    assertThat(delivery.settledBytes()).isZero();
    assertThat(delivery.unfinishedBytes()).isZero();
  }

  private List<ClaimId> claim(int max) {
    return claimed(max, 0).claimIds();
  }

  private List<ReceiptStatus> settle(List<ClaimId> claims) {
    return statuses(settled(ACK, claims, 0));
  }
}
