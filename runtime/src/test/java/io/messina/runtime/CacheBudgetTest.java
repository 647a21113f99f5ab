package io.messina.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CacheBudgetTest {

  private static final long SEED = 20_260_101;

  private final AtomicLong nanos = new AtomicLong();
  private final CacheBudget budget = new CacheBudget(100, nanos::get);

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
  void one_that_refuses_is_counted_beside_and_asked_again_after_a_minute() {
    FakeCache needed = new FakeCache(budget);
    FakeCache other = new FakeCache(budget);
    FakeCache growing = new FakeCache(budget);
    needed.refuses = true;
    needed.grow(60);
    other.grow(30);
    growing.grow(20);
    assertThat(List.of(needed.bytes(), other.bytes(), growing.bytes()))
        .containsExactly(60L, 30L, 20L);
    assertThat(List.of(budget.usedBytes(), budget.heldBytes())).containsExactly(50L, 60L);
    needed.refuses = false;
    growing.grow(10);
    assertThat(needed.bytes()).isEqualTo(60);
    nanos.addAndGet(CacheBudget.NEEDED.toNanos());
    growing.grow(1);
    assertThat(List.of(needed.bytes(), other.bytes(), growing.bytes()))
        .containsExactly(60L, 0L, 31L);
    growing.grow(10);
    assertThat(List.of(needed.bytes(), growing.bytes())).containsExactly(0L, 41L);
    assertThat(budget.heldBytes()).isZero();
  }

  @Test
  void while_many_refuse_the_others_keep_what_they_have() {
    List<FakeCache> needed = IntStream.range(0, 8).mapToObj(i -> new FakeCache(budget)).toList();
    needed.forEach(cache -> cache.refuses = true);
    needed.forEach(cache -> cache.grow(36));
    FakeCache tail = new FakeCache(budget);
    tail.grow(10);
    for (int i = 0; i < 100; i++) {
      needed.get(i % 8).grow(0);
      tail.grow(1);
      tail.grow(-1);
    }
    assertThat(tail.bytes()).isEqualTo(10);
    assertThat(needed.stream().mapToInt(cache -> cache.asked.get())).allMatch(times -> times <= 1);
  }

  @Test
  void nobody_gives_back_as_others_shrink() {
    FakeCache large = new FakeCache(budget);
    FakeCache needed = new FakeCache(budget);
    large.refuses = true;
    large.grow(150);
    nanos.addAndGet(CacheBudget.NEEDED.toNanos());
    large.refuses = false;
    needed.grow(0);
    needed.grow(-1);
    assertThat(large.bytes()).isEqualTo(150);
  }

  @Test
  void others_go_on_while_one_evicts() {
    FakeCache slow = new FakeCache(budget);
    FakeCache growing = new FakeCache(budget);
    FakeCache other = new FakeCache(budget);
    slow.grow(60);
    other.grow(10);
    slow.meanwhile = () -> other.grow(50);
    growing.grow(40);
    assertThat(List.of(slow.bytes(), other.bytes(), growing.bytes())).containsExactly(0L, 60L, 40L);
    assertThat(slow.asked).hasValue(1);
  }

  @Test
  void where_all_refuse_nobody_waits() {
    FakeCache needed = new FakeCache(budget);
    needed.refuses = true;
    needed.grow(300);
    assertThat(List.of(budget.usedBytes(), budget.heldBytes())).containsExactly(0L, 300L);
    needed.account.close();
    assertThat(budget.heldBytes()).isZero();
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
  void the_sum_is_below_the_bound_after_many_grew_at_once() throws InterruptedException {
    CacheBudget shared = new CacheBudget(100_000, () -> 0);
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
    assertThat(highest.get()).isGreaterThan(90_000);
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
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean refuses;
    private volatile Runnable meanwhile = () -> {};

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
      asked.incrementAndGet();
      meanwhile.run();
      return refuses ? 0 : bytes.getAndSet(0);
    }
  }
}
