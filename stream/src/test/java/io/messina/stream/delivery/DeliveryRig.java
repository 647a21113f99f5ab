package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.FormatLevel;
import io.messina.store.Bytes;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** A group on a shard, driven step by step; what is asked here is durable at once. */
abstract class DeliveryRig {

  static final long START = 1L << 40;
  static final Outcome ACK = new Outcome.Ack();
  static final Outcome NACK = new Outcome.Nacked(Nack.retry("no"));

  final SplittableRandom random = new SplittableRandom(1);
  GroupDelivery delivery = group(GroupOptions.DEFAULT);

  final GroupDelivery group(GroupOptions options) {
    return new GroupDelivery(options, random, START, 0);
  }

  /** Reads so many new events, each of a key of its own. */
  void readNew(int count) {
    read(LongStream.range(delivery.next(), delivery.next() + count).toArray());
  }

  /** Reads a new event of each of these keys. */
  void read(long... keys) {
    read(delivery, 0, keys);
  }

  static void read(GroupDelivery delivery, long nowMillis, long... keys) {
    long from = delivery.next();
    long to = from + keys.length;
    long[] positions = LongStream.range(from, to).toArray();
    assertThat(
            keys.length == 0
                || delivery.read(new LogStretch(from, to, keys.length, positions, keys), nowMillis))
        .isTrue();
  }

  void claim(int max, long nowMillis) {
    delivery.claim(
        1,
        new ClaimRequest(max, ClaimOptions.BYTES_MAX, GroupOptions.DEFAULT.lease(), "w"),
        nowMillis);
  }

  Effect.Claimed claimed(int max, long nowMillis) {
    claim(max, nowMillis);
    return only(Effect.Claimed.class, written(nowMillis)).getFirst();
  }

  List<Effect> settled(Outcome outcome, Effect.Claimed claim, long nowMillis) {
    return settled(outcome, claim.claimIds(), nowMillis);
  }

  List<Effect> settled(Outcome outcome, ClaimId claimId, long nowMillis) {
    return settled(outcome, List.of(claimId), nowMillis);
  }

  List<Effect> settled(Outcome outcome, List<ClaimId> claimIds, long nowMillis) {
    delivery.settle(2, outcome, claimIds, nowMillis);
    return written(nowMillis);
  }

  List<Effect> written(long nowMillis) {
    return written(delivery, nowMillis);
  }

  static List<Effect> written(GroupDelivery delivery, long nowMillis) {
    var _ = delivery.beginWrite(nowMillis, new FormatLevel());
    delivery.confirm(nowMillis);
    return delivery.takeEffects();
  }

  /** What is durable from now on. */
  Bytes state() {
    Bytes state = delivery.beginWrite(0, new FormatLevel());
    delivery.confirm(0);
    return state;
  }

  void takeOver(GroupOptions options, Bytes state, long nowMillis) {
    delivery = GroupDelivery.restored(options, random, state, nowMillis);
  }

  static List<ReceiptStatus> statuses(List<Effect> effects) {
    return only(Effect.Settled.class, effects).getFirst().statuses();
  }

  static List<DeadLetter> letters(List<Effect> effects) {
    return only(Effect.WriteLetter.class, effects).stream()
        .map(Effect.WriteLetter::letter)
        .toList();
  }

  static List<Long> dead(List<Effect> effects) {
    return letters(effects).stream().map(DeadLetter::position).toList();
  }

  static <T extends Effect> List<T> only(Class<T> type, List<Effect> effects) {
    return effects.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
