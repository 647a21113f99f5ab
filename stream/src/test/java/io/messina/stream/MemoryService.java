package io.messina.stream;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.NodeTime;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.ClaimAsk;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import io.messina.stream.owner.OwnShards;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardGroup;
import io.messina.stream.owner.ShardGroupStatus;
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
record MemoryService(MemoryCluster cluster, String address, NodeTime time) implements OwnShards {

  @Override
  public List<ShardId> owned() {
    return cluster.owned(address);
  }

  @Override
  public NodeTime.Cancellation onOwned(Runnable listener) {
    return cluster.onOwned(address, listener);
  }

  @Override
  public Shard shard(ShardId shard) {
    return new OneShard(shard);
  }

  @Override
  public OwnGroup group(ShardId shard, GroupId group) {
    return new OneGroup(shard, group);
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

  private final class OneShard implements Shard {

    private final ShardId shard;

    OneShard(ShardId shard) {
      this.shard = shard;
    }

    @Override
    public CompletableFuture<List<AppendedSpan>> append(List<Event> events) {
      try {
        List<AppendedSpan> spans = in(shard, each -> each.append(events));
        cluster.changed();
        return CompletableFuture.completedFuture(spans);
      } catch (RuntimeException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    @Override
    public DelayedAddress schedule(Event event, Instant due) {
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
    public boolean cancel(DelayedAddress id) {
      return in(shard, each -> each.scheduled.remove(id.toString()) != null);
    }

    @Override
    public Optional<ScheduledEvent> scheduled(DelayedAddress id) {
      throw new UnsupportedOperationException("delayed events are not kept");
    }

    @Override
    public EventPage read(Position from, int max, Duration wait) {
      return MemoryService.this.read(shard, Optional.empty(), Optional.of(from), max, wait);
    }

    @Override
    public Position find(Instant at) {
      return in(shard, _ -> Position.START);
    }

    @Override
    public Optional<StoredEvent> event(Position position) {
      return in(
          shard,
          each ->
              index(position) < each.log.size()
                  ? Optional.of(each.log.get(index(position)))
                  : Optional.empty());
    }

    @Override
    public void begin(GroupId group) {
      var _ = in(shard, each -> each.group(group).commands.add("Begin"));
    }

    @Override
    public ShardGroup group(GroupId group) {
      return new OneGroup(shard, group);
    }
  }

  private final class OneGroup implements OwnGroup {

    private final ShardId shard;
    private final GroupId group;

    OneGroup(ShardId shard, GroupId group) {
      this.shard = shard;
      this.group = group;
    }

    @Override
    public List<ClaimedEvent> claim(ClaimAsk ask) {
      return in(shard, each -> each.group(group).claim(ask, nowMillis()));
    }

    @Override
    public List<ReceiptStatus> settle(Outcome outcome, List<ClaimId> claims) {
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
    public EventPage read(int max, Duration wait) {
      return MemoryService.this.read(shard, Optional.of(group), Optional.empty(), max, wait);
    }

    @Override
    public void commit(Commit commit) {
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
    public EventPage readAfter(Commit read, int max, Duration wait) {
      throw new UnsupportedOperationException("reading ahead");
    }

    @Override
    public void commitLater(Commit commit) {
      commit(commit);
    }

    @Override
    public long nextTimestampMicros() {
      throw new UnsupportedOperationException("timestamps");
    }

    @Override
    public void command(GroupAction command) {
      var _ = in(shard, each -> each.group(group).commands.add(command.getClass().getSimpleName()));
    }

    @Override
    public List<DeadEvent> deadLetters(Position from, int max) {
      return in(
          shard,
          each ->
              each.group(group).dead.tailMap(index(from)).values().stream().limit(max).toList());
    }

    @Override
    public List<Position> redrive(List<Position> positions) {
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
    public List<Position> discard(List<Position> positions) {
      return in(
          shard,
          each ->
              positions.stream()
                  .filter(position -> each.group(group).dead.remove(index(position)) != null)
                  .toList());
    }

    @Override
    public DeliveryState state(Position position) {
      return in(shard, _ -> new DeliveryState(DeliveryState.Stage.FINISHED, "", 0, 0, ""));
    }

    @Override
    public ShardGroupStatus status() {
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
  }

  private EventPage read(
      ShardId shard, Optional<GroupId> group, Optional<Position> from, int max, Duration wait) {
    var _ = await(wait, () -> !read(shard, group, from, max).events().isEmpty());
    return read(shard, group, from, max);
  }

  private Optional<ShardId> away(List<ShardId> shards) {
    return shards.stream().filter(shard -> !cluster.isOwned(shard, address)).findFirst();
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
