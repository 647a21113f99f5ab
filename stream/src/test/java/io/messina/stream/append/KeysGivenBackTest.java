package io.messina.stream.append;

import static io.messina.stream.append.AppendRig.event;
import static io.messina.stream.append.AppendRig.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.runtime.CacheBudget;
import io.messina.runtime.RequestException;
import io.messina.stream.Event;
import io.messina.stream.ShardRig;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.owner.AppendedSpan;
import io.messina.testkit.StoreOperations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a shard remembers of keys is given to others, and read from the log when it is needed. */
final class KeysGivenBackTest {

  private static final Duration WINDOW = Duration.ofMinutes(10);

  @AutoClose private final AppendRig rig = new AppendRig(1, WINDOW);

  @Test
  void a_repeat_is_known_from_the_log() {
    AppendedSpan first = rig.append(keyed("k", "a")).getFirst();
    squeeze();

    assertThat(rig.append(keyed("k", "a")))
        .containsExactly(new AppendedSpan(first.first(), 1, true));
    squeeze();
    assertThatThrownBy(() -> rig.append(keyed("k", "other")))
        .isInstanceOf(RequestException.Refused.class);
    squeeze();
    assertThat(rig.append(keyed("new", "b")).getFirst().duplicate()).isFalse();
    assertThat(rig.payloads()).containsExactly("a", "b");
  }

  @Test
  void one_of_a_former_owner_is_known_for_as_long_as_the_window_stood_still() {
    rig.append(keyed("k", "a"));
    rig.crash();
    rig.simulation.runFor(Duration.ofHours(1));
    rig.append(keyed("other", "b"));
    squeeze();
    rig.simulation.runFor(WINDOW.minusMinutes(2));

    assertThat(rig.append(keyed("k", "a")).getFirst().duplicate()).isTrue();
    squeeze();
    rig.simulation.runFor(Duration.ofMinutes(2));
    assertThat(rig.append(keyed("k", "a")).getFirst().duplicate()).isFalse();
  }

  @Test
  void an_owner_of_long_reads_no_further_back_than_the_window() {
    rig.limits = new LaneLimits(Duration.ofMinutes(2), 1 << 20, 1 << 20);
    rig.own();
    for (int i = 0; i < 30; i++) {
      rig.append(large(i));
      rig.simulation.runFor(Duration.ofMinutes(2));
    }
    squeeze();
    rig.append(keyed("k", "a"));
    squeeze();
    StoreOperations before = rig.stores.operations();

    assertThat(rig.append(keyed("k", "a")).getFirst().duplicate()).isTrue();
    assertThat(rig.stores.operations().since(before).scanPages()).isLessThan(12);
    assertThat(rig.append(large(0)).getFirst().duplicate()).isFalse();
  }

  @Test
  void keys_whose_time_is_over_are_given_back_for_good() {
    rig.append(keyed("k", "a"));
    rig.simulation.runFor(WINDOW.plusSeconds(1));
    squeeze();
    StoreOperations before = rig.stores.operations();

    rig.append(keyed("k", "b"));
    assertThat(rig.stores.operations().since(before).scanPages()).isZero();
  }

  @Test
  void keys_that_were_asked_for_within_a_minute_stay() {
    CacheBudget caches = rig.own().site().caches();
    for (int i = 0; i < 10; i++) {
      rig.append(keyed("k", "a"));
      rig.simulation.runFor(Duration.ofSeconds(50));
      squeezeNow();
      assertThat(caches.usedBytes() + caches.heldBytes()).isPositive();
    }
    rig.simulation.runFor(Duration.ofMinutes(1));
    squeezeNow(); // as the one that squeezes is asked first, and refuses
    assertThat(squeezeNow()).isPositive();
    assertThat(caches.usedBytes() + caches.heldBytes()).isZero();
  }

  @Test
  void keys_that_somebody_needs_stay() {
    AtomicBoolean slow = rig.breaking(AppendRig::writesLog);
    rig.append(keyed("k", "a"));
    slow.set(true);
    CompletableFuture<List<AppendedSpan>> underWay = rig.begin(keyed("j", "b"));
    rig.simulation.runFor(Duration.ofMillis(100));
    squeezeNow();
    StoreOperations before = rig.stores.operations();
    CompletableFuture<List<AppendedSpan>> again = rig.begin(keyed("j", "b"));
    rig.simulation.runFor(Duration.ofMillis(100));
    slow.set(false);
    rig.simulation.runUntil(() -> underWay.isDone() && again.isDone(), WINDOW);

    assertThat(underWay.join().getFirst().duplicate()).isFalse();
    assertThat(again.join().getFirst().duplicate()).isTrue();
    assertThat(rig.stores.operations().since(before).scanPages()).isZero();
    assertThat(rig.payloads()).containsExactly("a", "b");
  }

  @Test
  void a_shard_without_keys_takes_no_memory_for_them() {
    ShardRig.Owner owner = rig.own();
    long before = owner.site().caches().usedBytes();
    rig.append(event("a"));
    long plain = owner.site().caches().usedBytes();
    rig.append(keyed("k", "a"));
    long keyed = owner.site().caches().usedBytes();
    assertThat(before).isZero();
    // Beside the tail, which holds both.
    assertThat(keyed - plain).isGreaterThan(plain);
  }

  private static Event[] large(int number) {
    return IntStream.range(0, 20)
        .mapToObj(i -> keyed("large " + number + "." + i, "x".repeat(20_000)))
        .toArray(Event[]::new);
  }

  private void squeeze() {
    rig.simulation.runFor(Duration.ofMinutes(1));
    assertThat(squeezeNow()).isPositive();
  }

  private long squeezeNow() {
    return rig.ask(() -> rig.owner().squeeze());
  }
}
