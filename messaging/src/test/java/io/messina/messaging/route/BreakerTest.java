package io.messina.messaging.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** When a connector may be chosen. */
class BreakerTest {

  private static final Duration REST = Duration.ofSeconds(30);

  private final ManualTime time = new ManualTime();
  private final Breaker breaker = new Breaker(time);

  private static final class ManualTime implements NodeTime {

    private long nanos;

    void pass(Duration duration) {
      nanos += duration.toNanos();
    }

    @Override
    public InstantSource wall() {
      return () -> Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void sleep(Duration duration) {
      pass(duration);
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable task) {
      throw new UnsupportedOperationException();
    }
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      breaker.ended(true);
    }
  }

  /** How many of a page choose it. */
  private int chosen(int page) {
    int chosen = 0;
    for (int i = 0; i < page; i++) {
      if (breaker.isClosed()) {
        breaker.chosen();
        chosen++;
      }
    }
    return chosen;
  }

  @Test
  void a_connector_that_mostly_fails_is_left_alone() {
    breaker.ended(false);
    fail(8);
    assertThat(breaker.isClosed()).isTrue();
    fail(1);
    assertThat(breaker.isClosed()).isFalse();
    time.pass(REST.minusMillis(1));
    assertThat(chosen(1_000)).isZero();
  }

  @Test
  void only_a_few_try_it_after_its_rest() {
    fail(10);
    time.pass(REST);
    assertThat(chosen(1_000)).isEqualTo(Breaker.PROBES);
    time.pass(REST.minusMillis(1));
    assertThat(chosen(1_000)).isZero();
    time.pass(Duration.ofMillis(1));
    assertThat(chosen(1_000)).as("as none came back").isEqualTo(Breaker.PROBES);
  }

  @Test
  void one_that_fails_again_rests_again_and_one_that_succeeds_opens_it_for_all() {
    fail(10);
    time.pass(REST);
    breaker.chosen();
    fail(1);
    assertThat(breaker.isClosed()).isFalse();
    time.pass(REST);
    breaker.chosen();
    breaker.ended(false);
    assertThat(chosen(1_000)).isEqualTo(1_000);
  }

  @Test
  void it_is_not_chosen_while_it_takes_nothing() {
    breaker.open(Duration.ofHours(1));
    breaker.ended(false);
    breaker.open(Duration.ofSeconds(1));
    time.pass(Duration.ofHours(1).minusMillis(1));
    assertThat(breaker.isClosed()).isFalse();
    time.pass(Duration.ofMillis(1));
    assertThat(breaker.isClosed()).isTrue();
  }
}
