package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.ownership.MovePlan.Moves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MovePlanTest {

  private static final long STEP_NANOS = Duration.ofMillis(100).toNanos();

  private final MovePlan plan = new MovePlan(List.of(), Duration.ofSeconds(10));

  @Test
  void shards_that_cannot_be_served_do_not_keep_others_from_having_an_owner() {
    Set<ShardId> stuck = shards("aaa", 2 * MovePlan.LOOKS_MAX);
    Set<ShardId> good = shards("bbb", 16);
    Set<ShardId> all = new LinkedHashSet<>(stuck);
    all.addAll(good);
    plan.aim(all);
    Set<ShardId> held = new LinkedHashSet<>();
    for (int step = 0; step < 10; step++) {
      held.addAll(step(step * STEP_NANOS, stuck));
    }
    assertThat(held).containsExactlyInAnyOrderElementsOf(good);
  }

  @Test
  void a_shard_that_cannot_be_served_is_tried_ever_more_seldom_and_at_least_once_a_minute() {
    Set<ShardId> stuck = shards("aaa", 1);
    plan.aim(stuck);
    List<Long> triedSeconds = new ArrayList<>();
    for (long step = 0; step < 6_000; step++) {
      if (!plan.next(step * STEP_NANOS).looks().isEmpty()) {
        triedSeconds.add(step / 10);
        notServed(stuck.iterator().next(), step * STEP_NANOS);
      }
    }
    assertThat(triedSeconds)
        .containsExactly(
            0L, 1L, 3L, 7L, 15L, 17L, 49L, 109L, 169L, 229L, 289L, 349L, 409L, 469L, 529L, 589L);
  }

  @Test
  void a_shard_that_is_renewed_is_released_and_taken_again() {
    ShardId shard = shards("aaa", 1).iterator().next();
    plan.aim(Set.of(shard));
    assertThat(plan.next(0)).isEqualTo(new Moves(List.of(shard), List.of()));
    plan.held(shard);
    assertThat(plan.next(0)).isEqualTo(new Moves(List.of(), List.of()));
    plan.renew(shard);
    assertThat(plan.next(0)).isEqualTo(new Moves(List.of(), List.of(shard)));
    plan.gone(shard);
    assertThat(plan.next(0)).isEqualTo(new Moves(List.of(shard), List.of()));
  }

  /** One step; returns what could be served. */
  private Set<ShardId> step(long nowNanos, Set<ShardId> stuck) {
    Set<ShardId> served = new LinkedHashSet<>();
    for (ShardId shard : plan.next(nowNanos).looks()) {
      if (stuck.contains(shard)) {
        notServed(shard, nowNanos);
      } else {
        plan.held(shard);
        plan.served(shard);
        served.add(shard);
      }
    }
    return served;
  }

  private void notServed(ShardId shard, long nowNanos) {
    plan.held(shard);
    plan.notServed(shard, nowNanos);
    plan.givenUp(shard);
  }

  private static Set<ShardId> shards(String stream, int count) {
    StreamId id = new StreamId(new StreamName(stream), 1);
    Set<ShardId> shards = new LinkedHashSet<>();
    IntStream.range(0, count).forEach(number -> shards.add(new ShardId(id, number)));
    return shards;
  }
}
