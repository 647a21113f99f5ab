package io.messina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SingleFlightTest {

  private final SingleFlight<String, Integer> reads = new SingleFlight<>();
  private final AtomicInteger count = new AtomicInteger();

  @Test
  void a_storm_of_equal_reads_is_two_reads_and_nobody_shares_one_that_had_begun() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch open = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> first =
          threads.submit(
              () ->
                  reads.read(
                      "a",
                      () -> {
                        begun.countDown();
                        await(open);
                        return count.incrementAndGet();
                      }));
      await(begun);
      List<Future<Integer>> storm = new ArrayList<>();
      CountDownLatch asking = new CountDownLatch(10_000);
      for (int i = 0; i < 10_000; i++) {
        storm.add(
            threads.submit(
                () -> {
                  asking.countDown();
                  return reads.read("a", count::incrementAndGet);
                }));
      }
      await(asking);
      open.countDown();
      assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(1);
      for (Future<Integer> read : storm) {
        assertThat(read.get(60, TimeUnit.SECONDS)).isGreaterThan(1);
      }
    }
    assertThat(count.get()).isLessThanOrEqualTo(10);
  }

  @Test
  void reads_one_after_the_other_share_nothing() {
    for (int i = 1; i <= 5; i++) {
      assertThat(reads.read("a", count::incrementAndGet)).isEqualTo(i);
    }
  }

  @Test
  void other_keys_do_not_wait() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> slow =
          threads.submit(
              () ->
                  reads.read(
                      "a",
                      () -> {
                        begun.countDown();
                        await(open);
                        return 1;
                      }));
      await(begun);
      assertThat(reads.read("b", () -> 2)).isEqualTo(2);
      open.countDown();
      assertThat(slow.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    }
  }

  @Test
  void a_failure_is_for_those_who_shared_it_and_not_for_the_next() {
    assertThatThrownBy(
            () ->
                reads.read(
                    "a",
                    () -> {
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no");
    assertThat(reads.read("a", () -> 7)).isEqualTo(7);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
