package io.messina.aggregate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Windows;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.ShardFollower;
import io.messina.stream.follow.ShardTask;
import io.messina.stream.node.Group;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.OwnGroup;
import io.messina.stream.testkit.HurriedTime;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One shard whose task begins and ends when the test says so. */
@Timeout(60)
class AggregateShardTest {

  private static final StreamName CLICKS = new StreamName("clicks");
  private static final Duration QUIET = Duration.ofMinutes(1);
  private static final Duration WAIT = Duration.ofSeconds(1);

  private static final WindowOptions HOURS =
      new WindowOptions(
          Windows.tumbling(Duration.ofHours(1)),
          Duration.ZERO,
          Duration.ofDays(1),
          WindowOptions.AHEAD);

  private final AtomicLong passedNanos = new AtomicLong();
  @TempDir private Path folder;
  private Store store;
  private Streams streams;
  private StateMemory memory;
  private Consumer consumer;
  private Supplier<OwnGroup> own;
  private AggregateShard shard;

  @BeforeEach
  void start() {
    store =
        RocksStore.open(
            folder.resolve("data"),
            RocksStoreOptions.DEFAULT.withDurability(Durability.OS),
            InstantSource.system());
    streams = HurriedTime.streams(store);
    memory = new StateMemory();
    var _ = streams.create(CLICKS, StreamOptions.DEFAULT.shards(1));
    Group group =
        streams.stream(CLICKS)
            .createGroup(Aggregate.group("all", 1), Start.earliest(), GroupOptions.DEFAULT)
            .value();
    CompletableFuture<Supplier<OwnGroup>> followed = new CompletableFuture<>();
    consumer = group.follow(new Noting(followed));
    own = followed.join();
    Context hurried = HurriedTime.context(store);
    Context context =
        new Context(store, new Passing(hurried.time()), hurried.random(), hurried.threads());
    StateSettings settings =
        new StateSettings(
            folder.resolve("state"), memory, Optional.empty(), QUIET, Duration.ofSeconds(1));
    StateFolders folders =
        new StateFolders(settings.folder(), group.definition().id(), group.definition().stream());
    shard =
        new AggregateShard(
            new AggregateShard.Shared(
                context,
                new AggregateJob(Kinds.count(_ -> Bytes.EMPTY), HOURS, 1),
                settings,
                folders,
                OwnedState.claim(context, streams, settings),
                new FollowTrouble("an aggregate", 1),
                new LeftFolders(context, settings, folders, group, _ -> new Mutex(), _ -> true)),
            streams.stream(CLICKS).definition().shard(0),
            new Mutex());
  }

  @AfterEach
  void stop() {
    consumer.close();
    streams.close();
    memory.close();
    store.close();
  }

  /** It had events elsewhere, and may have the next one soon. */
  @Test
  void a_shard_that_comes_back_is_not_idle_before_it_was_quiet_here() throws Exception {
    Event event = Event.builder(Bytes.utf8("click")).time(Instant.EPOCH).build();
    var _ = streams.stream(CLICKS).append(List.of(event));
    try (ShardTask task = begin()) {
      assertThat(isIdleAtEnd(task)).isFalse();
      passedNanos.addAndGet(QUIET.toNanos());
      assertThat(isIdleAtEnd(task)).isTrue();
    }
    passedNanos.addAndGet(Duration.ofHours(1).toNanos());
    try (ShardTask task = begin()) {
      assertThat(isIdleAtEnd(task)).isFalse();
      passedNanos.addAndGet(QUIET.toNanos());
      assertThat(isIdleAtEnd(task)).isTrue();
    }
  }

  private ShardTask begin() {
    return shard.begin(streams.stream(CLICKS).definition().shard(0), own, () -> false);
  }

  private boolean isIdleAtEnd(ShardTask task) throws Exception {
    while (task.reached() == 0) {
      var _ = task.handle(task.read(WAIT));
    }
    SystemWaiting.until(() -> shard.opened().orElseThrow().pages().isAtEnd(task.reached()));
    return shard.isIdle(task.reached(), QUIET);
  }

  /** Time of which more has passed. */
  private final class Passing implements NodeTime {

    private final NodeTime time;

    Passing(NodeTime time) {
      this.time = time;
    }

    @Override
    public InstantSource wall() {
      return time.wall();
    }

    @Override
    public long nanoTime() {
      return time.nanoTime() + passedNanos.get();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      time.sleep(duration);
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable task) {
      return time.schedule(delay, task);
    }
  }

  /** Follows nothing, and says how to find the group of the shard. */
  private record Noting(CompletableFuture<Supplier<OwnGroup>> followed)
      implements ShardFollower.Factory {

    @Override
    public ShardFollower on(ShardId shard, Supplier<OwnGroup> group) {
      followed.complete(group);
      CompletableFuture<Void> stopped = new CompletableFuture<>();
      return new ShardFollower() {
        @Override
        public void run() {
          stopped.join();
        }

        @Override
        public void stop() {
          stopped.complete(null);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public ConsumerCounts counts() {
      return new ConsumerCounts(0, 0, 0);
    }
  }
}
