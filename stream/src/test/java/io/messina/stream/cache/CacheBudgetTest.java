package io.messina.stream.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CacheBudgetTest {

  private static final long SEED = 20_260_101;

  private final CacheBudget budget = new CacheBudget(100);

  @Test
  void the_cache_that_was_used_least_recently_gives_back() {
    FakeCache idle = new FakeCache(budget);
    FakeCache busy = new FakeCache(budget);
    busy.grow(40);
    idle.grow(40);
    busy.grow(10);
    busy.grow(20);
    assertThat(List.of(idle.bytes(), busy.bytes())).containsExactly(0L, 70L);
    assertThat(budget.usedBytes()).isEqualTo(70);
    assertThat(budget.evictedBytes()).isEqualTo(40);
  }

  @Test
  void one_that_is_used_without_growing_keeps_what_it_has() {
    FakeCache busy = new FakeCache(budget);
    FakeCache idle = new FakeCache(budget);
    busy.grow(40);
    idle.grow(40);
    busy.grow(0);
    new FakeCache(budget).grow(30);
    assertThat(List.of(idle.bytes(), busy.bytes())).containsExactly(0L, 40L);
  }

  @Test
  void no_more_caches_give_back_than_have_to() {
    List<FakeCache> caches = IntStream.range(0, 10).mapToObj(i -> new FakeCache(budget)).toList();
    caches.forEach(cache -> cache.grow(10));
    caches.getLast().grow(11);
    assertThat(caches.stream().map(FakeCache::bytes))
        .containsExactly(0L, 0L, 10L, 10L, 10L, 10L, 10L, 10L, 10L, 21L);
  }

  @Test
  void one_that_refuses_is_passed_over_and_asked_again_later() {
    FakeCache needed = new FakeCache(budget);
    FakeCache other = new FakeCache(budget);
    FakeCache growing = new FakeCache(budget);
    needed.refuses = true;
    needed.grow(60);
    other.grow(30);
    growing.grow(20);
    assertThat(List.of(needed.bytes(), other.bytes(), growing.bytes()))
        .containsExactly(60L, 0L, 20L);
    needed.refuses = false;
    growing.grow(30);
    assertThat(List.of(needed.bytes(), growing.bytes())).containsExactly(0L, 50L);
  }

  @Test
  void where_all_refuse_nobody_waits() {
    FakeCache needed = new FakeCache(budget);
    needed.refuses = true;
    needed.grow(300);
    assertThat(budget.usedBytes()).isEqualTo(300);
  }

  @Test
  void one_that_has_grown_beyond_the_budget_is_emptied() {
    FakeCache large = new FakeCache(budget);
    large.grow(101);
    assertThat(large.bytes()).isZero();
  }

  @Test
  void a_closed_one_takes_nothing_and_is_asked_for_nothing() {
    FakeCache gone = new FakeCache(budget);
    gone.grow(90);
    gone.account.close();
    gone.grow(90);
    FakeCache growing = new FakeCache(budget);
    growing.grow(100);
    assertThat(budget.usedBytes()).isEqualTo(100);
    assertThat(gone.bytes()).isEqualTo(180);
  }

  @Test
  void what_is_held_is_counted_beside_and_evicts_nothing() {
    FakeCache cache = new FakeCache(budget);
    cache.grow(90);
    CacheBudget.Account held = budget.open(() -> 0);
    held.hold(500);
    assertThat(budget.heldBytes()).isEqualTo(500);
    assertThat(cache.bytes()).isEqualTo(90);
    held.close();
    assertThat(budget.heldBytes()).isZero();
  }

  @Test
  void the_sum_stays_below_the_bound_while_many_grow_at_once() throws InterruptedException {
    CacheBudget shared = new CacheBudget(100_000);
    List<FakeCache> caches = IntStream.range(0, 500).mapToObj(i -> new FakeCache(shared)).toList();
    AtomicLong highest = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    int growers = 8;
    for (int i = 0; i < growers; i++) {
      SplittableRandom random = new SplittableRandom(SEED + i);
      threads.add(Thread.startVirtualThread(() -> grow(shared, caches, random, highest)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    // Each of those that grow at the moment may have added what is not given back yet.
    assertThat(highest.get()).isBetween(90_000L, 100_000L + growers * 1_000L);
    assertThat(shared.usedBytes())
        .isEqualTo(caches.stream().mapToLong(FakeCache::bytes).sum())
        .isLessThanOrEqualTo(100_000);
  }

  private static void grow(
      CacheBudget shared, List<FakeCache> caches, SplittableRandom random, AtomicLong highest) {
    for (int i = 0; i < 5_000; i++) {
      caches.get(random.nextInt(caches.size())).grow(random.nextLong(1, 1_000));
      highest.accumulateAndGet(shared.usedBytes(), Math::max);
    }
  }

  /** Holds bytes that it only counts. */
  private static final class FakeCache {

    private final CacheBudget.Account account;
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean refuses;

    FakeCache(CacheBudget budget) {
      this.account = budget.open(this::giveBack);
    }

    long bytes() {
      return bytes.get();
    }

    void grow(long by) {
      bytes.addAndGet(by);
      account.add(by);
    }

    private long giveBack() {
      return refuses ? 0 : bytes.getAndSet(0);
    }
  }
}
