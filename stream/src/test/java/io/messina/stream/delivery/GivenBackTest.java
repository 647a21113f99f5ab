package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.GroupOptions;
import io.messina.api.ReceiptStatus;
import io.messina.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a group takes in memory once it has done its work. */
class GivenBackTest {

  private static final long NOW = 1_000_000;
  private static final long LATER = NOW + RecentlySettled.KEPT_MILLIS;
  private static final Outcome ACK = new Outcome.Ack();

  private GroupDelivery group =
      new GroupDelivery(GroupOptions.DEFAULT, new SplittableRandom(3), 0, NOW);

  @Test
  void a_group_that_has_seen_nothing_takes_nothing() {
    assertThat(group.settledBytes()).isZero();
    assertThat(group.unfinishedBytes()).isZero();
  }

  @Test
  void an_idle_group_gives_all_back_and_goes_on() {
    read(100);
    List<ClaimId> claims = claim(100);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
    assertThat(group.settledBytes()).isPositive();
    assertThat(group.unfinishedBytes()).isPositive();
    assertThat(claim(1)).isEmpty();
    assertThat(claim(1)).isEmpty();
    group.giveBack(LATER);
    assertThat(group.settledBytes()).isZero();
    assertThat(group.unfinishedBytes()).isZero();
    assertThat(settle(claims)).containsOnly(ReceiptStatus.UNKNOWN);
    read(10);
    assertThat(settle(claim(10))).containsOnly(ReceiptStatus.OK);
    assertThat(group.floor()).isEqualTo(110);
  }

  @Test
  void how_events_were_settled_stays_for_a_minute() {
    read(10);
    List<ClaimId> claims = claim(10);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
    assertThat(claim(1)).isEmpty();
    assertThat(claim(1)).isEmpty();
    group.giveBack(LATER - 1);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
  }

  @Test
  void the_acks_of_the_last_two_writes_stay_known_for_longer() {
    read(10);
    List<ClaimId> claims = claim(10);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
    group.giveBack(LATER);
    assertThat(group.settledBytes()).isZero();
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
  }

  @Test
  void an_ack_that_is_not_durable_yet_is_told_to_the_next_owner() {
    read(10);
    List<ClaimId> claims = claim(10);
    group.settle(1, ACK, claims, NOW);
    group.giveBack(LATER);
    assertThat(group.settledBytes()).as("an answer waits").isPositive();
    Bytes state = group.beginWrite(NOW);
    group = GroupDelivery.restored(GroupOptions.DEFAULT, new SplittableRandom(4), state, NOW);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
  }

  @Test
  void what_is_unfinished_stays() {
    read(100);
    List<ClaimId> claims = claim(50);
    long bytes = group.unfinishedBytes();
    group.giveBack(LATER);
    assertThat(group.unfinishedBytes()).isEqualTo(bytes);
    assertThat(settle(claims)).containsOnly(ReceiptStatus.OK);
    assertThat(claim(100)).hasSize(50);
  }

  @Test
  void a_claim_that_is_not_durable_yet_keeps_its_places() {
    read(10);
    group.claim(new ClaimRequest(1, 10, GroupOptions.DEFAULT.lease(), "w"), NOW);
    group.seek(2, 10, NOW);
    group.giveBack(LATER);
    write();
    group.giveBack(LATER);
    assertThat(group.unfinishedBytes()).isZero();
  }

  @Test
  void after_a_while_without_work_it_gives_all_back_by_itself() {
    read(10);
    assertThat(settle(claim(10))).containsOnly(ReceiptStatus.OK);
    group.tick(NOW + RecentlySettled.IDLE_MILLIS);
    assertThat(group.settledBytes()).isZero();
    assertThat(group.unfinishedBytes()).isZero();
  }

  private void read(int count) {
    long from = group.next();
    long[] positions = LongStream.range(from, from + count).toArray();
    group.read(new LogStretch(from, from + count, count, positions, positions), NOW);
  }

  private List<ClaimId> claim(int max) {
    group.claim(new ClaimRequest(1, max, GroupOptions.DEFAULT.lease(), "w"), NOW);
    List<ClaimId> claims = new ArrayList<>();
    for (Effect effect : write()) {
      if (effect instanceof Effect.Claimed claimed) {
        claims.addAll(claimed.claimIds());
      }
    }
    return claims;
  }

  private List<ReceiptStatus> settle(List<ClaimId> claims) {
    group.settle(1, ACK, claims, NOW);
    List<ReceiptStatus> statuses = new ArrayList<>();
    for (Effect effect : write()) {
      if (effect instanceof Effect.Settled settled) {
        statuses.addAll(settled.statuses());
      }
    }
    return statuses;
  }

  private List<Effect> write() {
    var _ = group.beginWrite(NOW);
    group.confirm(NOW);
    return group.takeEffects();
  }
}
