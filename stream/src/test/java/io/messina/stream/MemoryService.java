package io.messina.stream;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.NodeTime;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.peer.AppendedSpan;
import io.messina.stream.peer.ClaimAsk;
import io.messina.stream.peer.Commit;
import io.messina.stream.peer.DeadEvent;
import io.messina.stream.peer.EventPage;
import io.messina.stream.peer.GroupAction;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.peer.ShardGroupStatus;
import io.messina.stream.peer.ShardService;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** What a node does for the shards that it owns in a {@link MemoryCluster}. */
record MemoryService(MemoryCluster cluster, String address, NodeTime time) implements ShardService {

  @Override
  public CompletableFuture<List<AppendedSpan>> append(ShardId shard, List<Event> events) {
    try {
      List<AppendedSpan> spans = in(shard, each -> each.append(events));
      cluster.changed();
      return CompletableFuture.completedFuture(spans);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public DelayedAddress schedule(ShardId shard, Event event, Instant due) {
    return in(
        shard,
        each -> {
          int number = each.scheduled.size();
          DelayedAddress id =
              new DelayedAddress(shard.stream().generation(), shard.number(), due, number);
          each.scheduled.put(id.toString(), Position.START);
          return id;
        });
  }

  @Override
  public boolean cancel(ShardId shard, DelayedAddress id) {
    return in(shard, each -> each.scheduled.remove(id.toString()) != null);
  }

  @Override
  public Optional<ScheduledEvent> scheduled(ShardId shard, DelayedAddress id) {
    throw new UnsupportedOperationException("delayed events are not kept");
  }

  @Override
  public List<ClaimedEvent> claim(ClaimAsk ask) {
    return in(ask.shard(), each -> each.group(ask.group()).claim(ask, nowMillis()));
  }

  @Override
  public int awaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration wait) {
    List<ShardId> all = shards.stream().map(shard -> new ShardId(stream, shard)).toList();
    var _ = await(wait, () -> ready(all, group) > 0 || away(all).isPresent());
    int ready = ready(all, group);
    away(all)
        .filter(_ -> ready == 0)
        .ifPresent(
            shard -> {
              throw new NotOwnerException(shard);
            });
    return ready;
  }

  private Optional<ShardId> away(List<ShardId> shards) {
    return shards.stream().filter(shard -> !cluster.isOwned(shard, address)).findFirst();
  }

  @Override
  public List<ReceiptStatus> settle(
      ShardId shard, GroupId group, Outcome outcome, List<ClaimId> claims) {
    List<ReceiptStatus> statuses =
        in(
            shard,
            each ->
                claims.stream()
                    .map(claim -> each.group(group).settle(outcome, claim, nowMillis()))
                    .toList());
    if (outcome instanceof Outcome.Nack nack && nack.delay() == null) {
      var _ = time.schedule(Duration.ofSeconds(1), cluster::changed);
    }
    return statuses;
  }

  @Override
  public EventPage read(
      ShardId shard, Optional<GroupId> group, Optional<Position> from, int max, Duration wait) {
    var _ = await(wait, () -> !read(shard, group, from, max).events().isEmpty());
    return read(shard, group, from, max);
  }

  @Override
  public void commit(ShardId shard, GroupId group, Commit commit) {
    Position position = commit.position();
    var _ =
        in(
            shard,
            each -> {
              MemoryGroup known = each.group(group);
              boolean stale = commit.run().isPresent() && commit.run().getAsInt() != known.run;
              known.followed =
                  !stale && known.followed.compareTo(position) < 0 ? position : known.followed;
              return true;
            });
  }

  @Override
  public Position find(ShardId shard, Instant at) {
    return in(shard, _ -> Position.START);
  }

  @Override
  public void command(ShardId shard, GroupId group, GroupAction command) {
    var _ = in(shard, each -> each.group(group).commands.add(command.getClass().getSimpleName()));
  }

  @Override
  public List<DeadEvent> deadLetters(ShardId shard, GroupId group, Position from, int max) {
    return in(
        shard,
        each -> each.group(group).dead.tailMap(index(from)).values().stream().limit(max).toList());
  }

  @Override
  public List<Position> redrive(ShardId shard, GroupId group, List<Position> positions) {
    return in(
        shard,
        each -> {
          MemoryGroup known = each.group(group);
          List<Position> redriven = new ArrayList<>();
          for (Position position : positions) {
            if (known.dead.containsKey(index(position))) {
              known.redrive(index(position));
              redriven.add(position);
            }
          }
          return redriven;
        });
  }

  @Override
  public List<Position> discard(ShardId shard, GroupId group, List<Position> positions) {
    return in(
        shard,
        each ->
            positions.stream()
                .filter(position -> each.group(group).dead.remove(index(position)) != null)
                .toList());
  }

  @Override
  public Optional<StoredEvent> event(ShardId shard, Position position) {
    return in(
        shard,
        each ->
            index(position) < each.log.size()
                ? Optional.of(each.log.get(index(position)))
                : Optional.empty());
  }

  @Override
  public DeliveryState state(ShardId shard, GroupId group, Position position) {
    return in(shard, _ -> new DeliveryState(DeliveryState.Stage.FINISHED, "", 0, 0, ""));
  }

  @Override
  public ShardGroupStatus status(ShardId shard, GroupId group) {
    return in(
        shard,
        each -> {
          Position end = new Position(1, each.log.size());
          Position followed = each.group(group).followed;
          long unfollowed = end.sequence() - followed.sequence();
          return new ShardGroupStatus(
              end,
              end,
              0,
              0,
              0,
              followed,
              unfollowed,
              Optional.empty(),
              Optional.empty(),
              false,
              0,
              0,
              0,
              0,
              Optional.empty());
        });
  }

  private <T> T in(ShardId shard, Function<MemoryShard, T> action) {
    cluster.lock.lock();
    try {
      if (!cluster.isOwned(shard, address)) {
        throw new NotOwnerException(shard);
      }
      return action.apply(cluster.shard(shard));
    } finally {
      cluster.lock.unlock();
    }
  }

  private int ready(List<ShardId> shards, GroupId group) {
    return shards.stream()
        .filter(shard -> cluster.isOwned(shard, address))
        .mapToInt(shard -> in(shard, each -> each.group(group).ready(nowMillis())))
        .sum();
  }

  private EventPage read(ShardId shard, Optional<GroupId> group, Optional<Position> from, int max) {
    return in(
        shard,
        each -> {
          Position at =
              from.or(() -> group.map(id -> each.group(id).followed)).orElse(Position.START);
          int first = at.equals(Position.START) ? 0 : index(at);
          int end = Math.min(each.log.size(), first + max);
          OptionalInt run =
              group.map(id -> OptionalInt.of(each.group(id).run)).orElse(OptionalInt.empty());
          return new EventPage(each.log.subList(first, end), new Position(1, end), run);
        });
  }

  /** Looks again whenever something has changed. */
  private boolean await(Duration wait, BooleanSupplier condition) {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    Runnable look =
        () -> {
          try {
            if (condition.getAsBoolean()) {
              answer.complete(true);
            }
          } catch (NotOwnerException e) {
            answer.complete(false);
          }
        };
    cluster.changes.add(look);
    NodeTime.Cancellation alarm = time.schedule(wait, () -> answer.complete(false));
    look.run();
    try {
      return answer.join();
    } finally {
      alarm.cancel();
      cluster.changes.remove(look);
    }
  }

  private long nowMillis() {
    return time.nanoTime() / 1_000_000;
  }

  private static int index(Position position) {
    return (int) position.sequence();
  }
}
