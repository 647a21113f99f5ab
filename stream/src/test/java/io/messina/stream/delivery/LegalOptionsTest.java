package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Backoff;
import io.messina.api.ClaimOptions;
import io.messina.api.Delivery;
import io.messina.api.GroupLimits;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.Order;
import io.messina.runtime.FormatLevel;
import io.messina.store.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LegalOptionsTest {

  private static final long START = 1L << 40;
  private static final long LEASE_MAX_MILLIS = GroupOptions.LEASE_MAX.toMillis();
  private static final int EVENTS = 40;

  private long nowMillis = 1_000_000;

  @Property
  void what_a_group_with_any_legal_options_writes_can_be_read_again(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    GroupOptions options = options(random);
    GroupDelivery delivery = new GroupDelivery(options, random, START, nowMillis);
    for (int round = 0; round < 10; round++) {
      read(delivery);
      delivery.claim(1, request(random), nowMillis);
      write(delivery);
      settleAll(delivery, random);
      Bytes state = write(delivery);
      nowMillis += random.nextLong(1, LEASE_MAX_MILLIS);
      GroupDelivery restored = GroupDelivery.restored(options, random, state, nowMillis);
      assertThat(restored.floor()).isEqualTo(delivery.floor());
      delivery = random.nextBoolean() ? restored : delivery;
      delivery.tick(nowMillis);
    }
  }

  @Property
  void no_backoff_is_longer_than_the_longest_lease(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Backoff backoff = backoff(random);
    assertThat(backoff.delayMillis(1 + random.nextInt(100), random))
        .isBetween(1L, LEASE_MAX_MILLIS);
  }

  @Test
  void a_retry_that_is_due_too_late_is_read_as_due_at_the_latest_that_is_allowed() {
    StateImage image = retrying(nowMillis + 2 * LEASE_MAX_MILLIS);
    assertThat(StateImageCodec.decode(StateImageCodec.encode(image, new FormatLevel())))
        .isEqualTo(retrying(nowMillis + LEASE_MAX_MILLIS));
  }

  private StateImage retrying(long dueMillis) {
    StateImage.Standing standing = new StateImage.Standing.Retrying(dueMillis);
    return new StateImage(
        false,
        0,
        1,
        START + 1,
        0,
        nowMillis,
        List.of(new StateImage.Stretch(START, 1, 1, standing)),
        List.of(),
        List.of(),
        List.of());
  }

  private void read(GroupDelivery delivery) {
    long[] positions = LongStream.range(delivery.next(), START + EVENTS).toArray();
    long from = delivery.next();
    delivery.read(
        new LogStretch(from, START + EVENTS, positions.length, positions, positions), nowMillis);
  }

  private void settleAll(GroupDelivery delivery, SplittableRandom random) {
    for (Effect effect : delivery.takeEffects()) {
      if (effect instanceof Effect.Claimed claimed) {
        claimed
            .claimIds()
            .forEach(id -> delivery.settle(1, outcome(random), List.of(id), nowMillis));
      }
    }
  }

  private static Outcome outcome(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> new Outcome.Ack();
      case 1 ->
          new Outcome.Nacked(
              new Nack(Optional.of(upTo(random, 0)), Optional.of("no"), random.nextBoolean()));
      case 2 -> new Outcome.Extend(upTo(random, 1_000));
      case 3 -> new Outcome.Release();
      default -> new Outcome.Nacked(Nack.retry("no"));
    };
  }

  private Bytes write(GroupDelivery delivery) {
    Bytes state = delivery.beginWrite(nowMillis, new FormatLevel());
    delivery.confirm(nowMillis);
    return state;
  }

  private static ClaimRequest request(SplittableRandom random) {
    int max = 1 + random.nextInt(EVENTS);
    return new ClaimRequest(max, ClaimOptions.BYTES_MAX, upTo(random, 1_000), "w");
  }

  private static GroupOptions options(SplittableRandom random) {
    return new GroupOptions(
        upTo(random, 1_000),
        1 + random.nextInt(GroupOptions.ATTEMPTS_MAX),
        backoff(random),
        random.nextBoolean() ? Order.KEY : Order.NONE,
        random.nextBoolean() ? Delivery.AT_MOST_ONCE : Delivery.AT_LEAST_ONCE,
        new GroupLimits(1 + random.nextInt(10_000), random.nextInt(3), 0, 10_000));
  }

  private static Backoff backoff(SplittableRandom random) {
    Duration longest = upTo(random, 1);
    Duration first = Duration.ofMillis(random.nextLong(1, longest.toMillis() + 1));
    return new Backoff(first, longest, random.nextInt(101));
  }

  /** Often the longest that is allowed. */
  private static Duration upTo(SplittableRandom random, long leastMillis) {
    long millis = random.nextLong(leastMillis, 2 * LEASE_MAX_MILLIS);
    return Duration.ofMillis(Math.min(millis, LEASE_MAX_MILLIS));
  }
}
