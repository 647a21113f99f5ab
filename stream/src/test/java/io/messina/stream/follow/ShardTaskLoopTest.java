package io.messina.stream.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ShardTaskLoopTest {

  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("edits"), 1), 0);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofSeconds(2), Duration.ofSeconds(60), 0);
  private final IllegalStateException fault = new IllegalStateException("fault");

  @AutoClose private final Simulation simulation = new Simulation(1);

  private final SimulatedNode node = simulation.node("a");
  private final Context context =
      SimulatedSites.context(new SimulatedStore(simulation).at(node), node, "loop");
  private final FollowTrouble trouble = new FollowTrouble("a test", 1);
  private final List<Long> begins = new ArrayList<>();
  private long reached;
  private boolean isMended;
  private boolean continues = true;
  private Optional<RuntimeException> failure = Optional.empty();
  private boolean closed;

  private final class Task implements ShardTask {

    @Override
    public EventPage read(Duration wait) {
      UninterruptibleSleep.sleep(context.time(), Duration.ofMillis(10));
      return ReadAhead.none();
    }

    @Override
    public boolean handle(EventPage page) {
      failure.ifPresent(
          it -> {
            throw it;
          });
      boolean now = continues;
      continues = true;
      return now;
    }

    @Override
    public long reached() {
      return reached;
    }

    @Override
    public boolean isMended() {
      return isMended;
    }

    @Override
    public void close() {
      UninterruptibleSleep.sleep(context.time(), SECOND);
      closed = true;
    }
  }

  private FollowedShards<ShardTask.Beginning> begin(boolean untilClosed) {
    FollowedShards<ShardTask.Beginning> shards =
        new FollowedShards<>(
            new FollowedShards.Shared(context, trouble, SECOND, BACKOFF, BACKOFF, untilClosed),
            _ ->
                (_, _, _) -> {
                  begins.add(simulation.elapsed().toSeconds());
                  return new Task();
                },
            () -> new ConsumerCounts(0, 0, 0));
    return shards;
  }

  private ShardFollower run(FollowedShards<ShardTask.Beginning> shards) {
    ShardFollower loop =
        shards.on(
            SHARD,
            () -> {
              throw new NotOwnerException(SHARD);
            });
    node.spawn("loop", loop::run);
    return loop;
  }

  private List<Long> pauses() {
    return IntStream.range(1, begins.size())
        .mapToObj(i -> begins.get(i) - begins.get(i - 1) - SECOND.toSeconds())
        .toList();
  }

  @Test
  void pauses_grow_until_the_task_has_come_further_than_where_it_failed() {
    failure = Optional.of(fault);
    var _ = run(begin(true));
    simulation.runFor(Duration.ofSeconds(20));
    assertThat(pauses()).containsExactly(2L, 4L, 8L);
    assertThat(trouble.standstill(SHARD).orElseThrow().thrown()).isSameAs(fault);

    failure = Optional.empty();
    simulation.runFor(Duration.ofSeconds(20));
    assertThat(trouble.standstill(SHARD)).as("it has come no further").isPresent();
    reached++;
    simulation.runFor(SECOND);
    assertThat(trouble.standstill(SHARD)).isEmpty();

    int before = begins.size();
    failure = Optional.of(fault);
    simulation.runFor(Duration.ofSeconds(4));
    assertThat(begins).as("after the first pause").hasSize(before + 1);
  }

  @Test
  void a_mended_failure_is_no_trouble_and_counts_for_a_minute() {
    failure = Optional.of(fault);
    var _ = run(begin(true));
    simulation.runFor(Duration.ofSeconds(4));
    assertThat(pauses()).containsExactly(2L);
    failure = Optional.empty();
    isMended = true;
    simulation.runFor(Duration.ofSeconds(10));
    assertThat(trouble.standstill(SHARD)).isEmpty();

    isMended = false;
    failure = Optional.of(fault);
    simulation.runFor(SECOND.multipliedBy(2));
    assertThat(trouble.failure(SHARD).orElseThrow().times()).as("in a row").isGreaterThan(1);

    failure = Optional.empty();
    isMended = true;
    simulation.runFor(Duration.ofMinutes(3));
    failure = Optional.of(fault);
    simulation.runFor(SECOND.multipliedBy(2));
    assertThat(trouble.failure(SHARD).orElseThrow().times()).isEqualTo(1);
  }

  @Test
  void a_store_that_is_silent_for_a_moment_is_no_trouble() {
    failure = Optional.of(new StoreUnavailableException("silent"));
    var _ = run(begin(true));
    simulation.runFor(Duration.ofSeconds(20));
    assertThat(begins).hasSize(4);
    assertThat(trouble.standstill(SHARD)).isEmpty();
    simulation.runFor(Duration.ofSeconds(20));
    assertThat(trouble.standstill(SHARD)).isPresent();
  }

  @Test
  void a_lost_shard_is_no_failure_and_is_begun_again_soon() {
    failure = Optional.of(new NotOwnerException(SHARD));
    var _ = run(begin(true));
    simulation.runFor(Duration.ofSeconds(20));
    assertThat(begins).hasSizeGreaterThan(10);
    assertThat(trouble.failure(SHARD)).isEmpty();
  }

  @Test
  void after_a_seek_it_begins_again_at_once() {
    var _ = run(begin(true));
    simulation.runFor(SECOND);
    continues = false;
    simulation.runFor(Duration.ofSeconds(3));
    assertThat(begins).as("once the former task is closed").containsExactly(0L, 2L);
    assertThat(trouble.failure(SHARD)).isEmpty();
  }

  @Test
  void who_ends_the_loop_of_a_task_that_can_be_woken_waits_until_it_is_closed() {
    ShardFollower loop = run(begin(true));
    simulation.runFor(SECOND);
    loop.stop();
    simulation.call(
        node,
        () -> {
          loop.close();
          assertThat(closed).isTrue();
          return true;
        });
  }

  @Test
  void who_ends_another_loop_waits_for_the_page_in_progress_only() {
    ShardFollower loop = run(begin(false));
    simulation.runFor(SECOND);
    loop.stop();
    simulation.call(
        node,
        () -> {
          loop.close();
          assertThat(closed).isFalse();
          return true;
        });
  }

  @Test
  void a_shard_that_is_not_followed_is_missing_among_the_answers() {
    FollowedShards<ShardTask.Beginning> shards = begin(true);
    ShardFollower loop = run(shards);
    ShardAnswers<String> answers = shards.ask(IntStream.range(0, 2), _ -> Optional.of("here"));
    assertThat(answers.answers()).containsOnlyKeys(0);
    assertThat(answers.missing()).containsExactly(1);
    assertThat(answers.sum(String::length)).isEqualTo(4);
    assertThat(answers.first(Optional::of)).contains("shard 0: here");

    loop.stop();
    assertThat(shards.ask(IntStream.range(0, 2), _ -> Optional.of("here")).missing())
        .containsExactly(0, 1);
    assertThat(shards.askFormer(IntStream.range(0, 2), _ -> Optional.of("here")).missing())
        .containsExactly(1);
  }
}
