package io.messina.stream.group;

import static io.messina.stream.group.ConsumerRoom.GROUP;
import static io.messina.stream.group.ConsumerRoom.shard;
import static io.messina.stream.group.ConsumerRoom.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.FollowHandler;
import io.messina.stream.FollowOptions;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.ShardFollower;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class FollowConsumerTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Map<Integer, List<Integer>> seen = new TreeMap<>();

  @AutoClose private final ConsumerRoom room = new ConsumerRoom();

  @Test
  void each_shard_is_handled_in_its_order_and_committed() {
    room.cluster.give(shard(0), "a");
    room.cluster.give(shard(1), "a");
    room.append(0, 0, 25);
    Consumer consumer = follow(this::note);
    room.append(1, 0, 25);
    room.runFor(Duration.ofSeconds(30));
    room.append(0, 25, 10);
    room.runFor(Duration.ofMillis(1));

    assertThat(seen.get(0)).isEqualTo(upTo(35));
    assertThat(seen.get(1)).isEqualTo(upTo(25));
    assertThat(room.followed(0)).isEqualTo(new Position(1, 35));
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(60, 0, 0));
  }

  @Test
  void a_batch_that_fails_is_handled_again_later_and_later_and_never_skipped() {
    room.own(0, 12);
    List<Long> times = new ArrayList<>();
    Consumer consumer =
        follow(
            events -> {
              if (text(events.getFirst().event()).equals("10") && times.size() < 9) {
                times.add(room.simulation.elapsed().toSeconds());
                throw new IllegalStateException("not yet");
              }
              note(events);
            });
    room.runFor(Duration.ofSeconds(100));
    assertThat(seen.get(0)).isEqualTo(upTo(10));
    room.runFor(Duration.ofSeconds(1000));
    assertThat(times).containsExactly(0L, 1L, 3L, 7L, 15L, 31L, 63L, 123L, 183L);
    assertThat(seen.get(0)).isEqualTo(upTo(12));
    assertThat(consumer.counts().failed()).isEqualTo(9);
  }

  @Test
  void an_interrupt_that_a_handler_leaves_behind_is_not_meant_for_what_comes_after_it() {
    room.own(0, 12);
    List<Boolean> interrupted = new ArrayList<>();
    Consumer consumer =
        follow(
            events -> {
              interrupted.add(Thread.currentThread().isInterrupted());
              note(events);
              Thread.currentThread().interrupt();
            });
    room.runFor(SECOND);

    assertThat(interrupted).containsExactly(false, false);
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(12, 0, 0));
  }

  @Test
  void a_shard_that_comes_back_is_followed_by_one_thread_at_a_time() {
    room.own(0, 40);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Consumer consumer =
        follow(
            events -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              room.sleep(Duration.ofSeconds(3));
              running.decrementAndGet();
              note(events);
            });
    room.runFor(SECOND);
    room.cluster.take(shard(0));
    room.runFor(SECOND);
    room.cluster.give(shard(0), "a");
    room.runFor(Duration.ofMinutes(1));
    assertThat(most).hasValue(1);
    assertThat(seen.get(0)).isEqualTo(upTo(40));
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(40, 0, 0));
  }

  @Test
  void a_commit_that_comes_too_late_is_dropped_and_the_next_owner_handles_the_batch() {
    room.own(0, 10);
    Consumer consumer =
        follow(
            events -> {
              room.sleep(SECOND);
              note(events);
            });
    room.runFor(Duration.ofMillis(500));
    room.cluster.take(shard(0));
    room.runFor(SECOND);
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(10, 0, 10));
    room.runFor(Duration.ofMinutes(1));
    room.cluster.give(shard(0), "a");
    room.runFor(Duration.ofSeconds(2));
    assertThat(seen.get(0)).hasSize(20);
    assertThat(room.followed(0)).isEqualTo(new Position(1, 10));
  }

  @Test
  void a_seek_while_events_are_handled_stands_when_they_are_done() {
    room.own(0, 20);
    Consumer consumer =
        follow(
            events -> {
              room.sleep(SECOND);
              note(events);
            });
    room.runFor(Duration.ofMillis(1500));
    room.seekToEarliest();
    room.runFor(Duration.ofSeconds(20));
    assertThat(seen.get(0)).hasSize(40).endsWith(18, 19).startsWith(0, 1);
    assertThat(consumer.counts()).isEqualTo(new ConsumerCounts(40, 0, 0));
  }

  @Test
  void closing_waits_for_the_handler_and_its_commit_but_for_no_backoff() {
    room.cluster.give(shard(0), "a");
    room.cluster.give(shard(1), "a");
    room.append(0, 0, 30);
    room.append(1, 0, 10);
    Consumer consumer =
        follow(
            events -> {
              if (events.getFirst().id().shard() == 1) {
                throw new IllegalStateException("never");
              }
              room.sleep(Duration.ofSeconds(20));
              note(events);
            });
    room.runFor(Duration.ofSeconds(19));
    var closed = room.closing(consumer);
    room.runFor(Duration.ofMillis(900));
    assertThat(closed).isFalse();
    room.runFor(Duration.ofMillis(200));
    assertThat(closed).isTrue();
    assertThat(room.followed(0)).isEqualTo(new Position(1, 10));
    room.runFor(Duration.ofMinutes(5));
    assertThat(seen.get(0)).isEqualTo(upTo(10));
  }

  @Test
  void a_follower_that_throws_or_cannot_be_made_is_made_again_after_a_moment() {
    room.own(0, 10);
    List<Long> times = new ArrayList<>();
    Consumer consumer =
        room.consumers.follow(
            GROUP,
            new ShardFollower.Factory() {
              @Override
              public ShardFollower on(ShardId shard, Supplier<OwnGroup> group) {
                times.add(room.simulation.elapsed().toSeconds());
                if (times.size() % 2 == 0) {
                  throw new IllegalStateException("not now");
                }
                return new Failing();
              }

              @Override
              public ConsumerCounts counts() {
                return new ConsumerCounts(times.size(), 0, 0);
              }
            });
    room.runFor(Duration.ofMillis(4_500));
    assertThat(times).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(consumer.counts().handled()).isEqualTo(5);
  }

  private static final class Failing implements ShardFollower {

    @Override
    public void run() {
      throw new NoClassDefFoundError("of a jar");
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}
  }

  private Consumer follow(FollowHandler handler) {
    return room.consumers.follow(GROUP, handler, FollowOptions.DEFAULT.withMax(10));
  }

  private void note(List<StoredEvent> events) {
    assertThat(events).hasSizeLessThanOrEqualTo(10);
    for (StoredEvent event : events) {
      seen.computeIfAbsent(event.id().shard(), _ -> new ArrayList<>())
          .add(Integer.parseInt(text(event.event())));
    }
  }

  private static List<Integer> upTo(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
