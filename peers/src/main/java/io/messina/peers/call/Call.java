package io.messina.peers.call;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.store.Bytes;
import io.messina.store.Incarnation;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.ClaimedFrom;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.MemberClock;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardEpoch;
import io.messina.stream.owner.ShardGroup;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.stream.owner.ShardOutcome;
import io.messina.stream.owner.ShardService;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

/**
 * One call of a method of {@link ShardService}, of a shard or of a group, with its arguments. How
 * each is written is in {@link CallKind}.
 *
 * @param <A> the answer
 */
sealed interface Call<A> {

  /**
   * Makes the call on a node, and waits for the answer. Throws as the method does.
   *
   * @throws InterruptedException if the caller waits no more for an append
   */
  A on(ShardService node) throws InterruptedException;

  /**
   * Takes the effects of a call back, because its caller may wait for the answer no more.
   *
   * @param answer of the call
   * @return the answer that replaces it
   */
  default A takeBack(ShardService node, A answer) {
    return answer;
  }

  /** The answer of a method that returns nothing. */
  enum Done {
    DONE
  }

  /**
   * A shard, in one epoch.
   *
   * @param epoch of the owner that is asked; 0 for any
   */
  record ShardPlace(ShardId shard, int epoch) {

    Shard on(ShardService node) {
      return node.shard(shard, epoch);
    }
  }

  /** A group on a shard. */
  record GroupPlace(ShardPlace shard, GroupId group) {

    ShardGroup on(ShardService node) {
      return shard.on(node).group(group);
    }
  }

  record AwaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration atMost)
      implements Call<Integer> {
    @Override
    public Integer on(ShardService node) {
      return node.awaitReady(stream, group, shards, atMost);
    }
  }

  record Leaves(Incarnation member) implements Call<Done> {
    @Override
    public Done on(ShardService node) {
      node.leaves(member);
      return Done.DONE;
    }
  }

  record Released(ShardId shard) implements Call<Done> {
    @Override
    public Done on(ShardService node) {
      node.released(shard);
      return Done.DONE;
    }
  }

  record RaiseClock(long timestampMicros) implements Call<MemberClock> {
    @Override
    public MemberClock on(ShardService node) {
      return node.raiseClock(timestampMicros);
    }
  }

  record Ask(String engine, Bytes question) implements Call<Bytes> {
    @Override
    public Bytes on(ShardService node) {
      return node.ask(engine, question);
    }
  }

  record Epoch(ShardPlace shard) implements Call<Integer> {
    @Override
    public Integer on(ShardService node) {
      return shard.on(node).epoch();
    }
  }

  record Append(ShardPlace shard, EventRun events) implements Call<List<AppendedSpan>> {
    @Override
    public List<AppendedSpan> on(ShardService node) throws InterruptedException {
      try {
        return shard.on(node).append(events).get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new CompletionException(e.getCause());
      }
    }
  }

  record Schedule(ShardPlace shard, Event event, Instant due) implements Call<DelayedAddress> {
    @Override
    public DelayedAddress on(ShardService node) {
      return shard.on(node).schedule(event, due);
    }
  }

  record Cancel(ShardPlace shard, DelayedAddress id, boolean keyStaysUsed)
      implements Call<Boolean> {
    @Override
    public Boolean on(ShardService node) {
      return shard.on(node).cancel(id, keyStaysUsed);
    }
  }

  record Scheduled(ShardPlace shard, DelayedAddress id) implements Call<Optional<ScheduledEvent>> {
    @Override
    public Optional<ScheduledEvent> on(ShardService node) {
      return shard.on(node).scheduled(id);
    }
  }

  record Read(ShardPlace shard, Position from, int max, Duration atMost)
      implements Call<EventPage> {
    @Override
    public EventPage on(ShardService node) {
      return shard.on(node).read(from, max, atMost);
    }
  }

  record Find(ShardPlace shard, Instant time) implements Call<Position> {
    @Override
    public Position on(ShardService node) {
      return shard.on(node).find(time);
    }
  }

  record EventAt(ShardPlace shard, Position position) implements Call<Optional<StoredEvent>> {
    @Override
    public Optional<StoredEvent> on(ShardService node) {
      return shard.on(node).event(position);
    }
  }

  record Begin(GroupPlace group) implements Call<Done> {
    @Override
    public Done on(ShardService node) {
      group.shard.on(node).begin(group.group);
      return Done.DONE;
    }
  }

  record Claim(GroupPlace group, ClaimRequest ask) implements Call<List<ClaimedEvent>> {
    @Override
    public List<ClaimedEvent> on(ShardService node) {
      return group.on(node).claim(ask);
    }

    /** No attempt is counted; if it fails, the events are ready when their leases end. */
    @Override
    public List<ClaimedEvent> takeBack(ShardService node, List<ClaimedEvent> answer) {
      if (!answer.isEmpty()) {
        List<ClaimId> claims = answer.stream().map(Claim::id).toList();
        var _ = group.on(node).settle(new Outcome.Release(), claims);
      }
      return List.of();
    }

    private static ClaimId id(ClaimedEvent claimed) {
      ClaimAddress receipt = claimed.receipt();
      return new ClaimId(receipt.position().packed(), receipt.claim(), receipt.run());
    }
  }

  record Settle(GroupPlace group, Outcome outcome, List<ClaimId> claims)
      implements Call<List<ReceiptStatus>> {
    @Override
    public List<ReceiptStatus> on(ShardService node) {
      return group.on(node).settle(outcome, claims);
    }
  }

  /** Claims from several shards. */
  record ClaimMany(StreamId stream, GroupId group, List<ShardEpoch> shards, ClaimRequest ask)
      implements Call<ClaimedFrom> {
    @Override
    public ClaimedFrom on(ShardService node) {
      return node.claim(stream, group, shards, ask);
    }

    @Override
    public ClaimedFrom takeBack(ShardService node, ClaimedFrom answer) {
      List<ShardOutcome> released = new ArrayList<>();
      answer.events().stream()
          .collect(Collectors.groupingBy(claimed -> claimed.receipt().shard()))
          .forEach(
              (shard, claimed) ->
                  released.add(
                      new ShardOutcome(
                          new ShardEpoch(shard, 0),
                          new Outcome.Release(),
                          claimed.stream().map(Claim::id).toList())));
      if (!released.isEmpty()) {
        var _ = node.settle(stream, group, released);
      }
      return new ClaimedFrom(List.of(), answer.away());
    }
  }

  /** Settles events of several shards. */
  record SettleMany(StreamId stream, GroupId group, List<ShardOutcome> outcomes)
      implements Call<List<List<ReceiptStatus>>> {
    @Override
    public List<List<ReceiptStatus>> on(ShardService node) {
      return node.settle(stream, group, outcomes);
    }
  }

  record GroupRead(GroupPlace group, int max, Duration atMost) implements Call<EventPage> {
    @Override
    public EventPage on(ShardService node) {
      return group.on(node).read(max, atMost);
    }
  }

  record CommitTo(GroupPlace group, Commit commit) implements Call<Done> {
    @Override
    public Done on(ShardService node) {
      group.on(node).commit(commit);
      return Done.DONE;
    }
  }

  record Command(GroupPlace group, GroupAction command) implements Call<Done> {
    @Override
    public Done on(ShardService node) {
      group.on(node).command(command);
      return Done.DONE;
    }
  }

  record DeadLetters(GroupPlace group, Position from, int max) implements Call<List<DeadEvent>> {
    @Override
    public List<DeadEvent> on(ShardService node) {
      return group.on(node).deadLetters(from, max);
    }
  }

  record Redrive(GroupPlace group, List<Position> positions) implements Call<List<Position>> {
    @Override
    public List<Position> on(ShardService node) {
      return group.on(node).redrive(positions);
    }
  }

  record Discard(GroupPlace group, List<Position> positions) implements Call<List<Position>> {
    @Override
    public List<Position> on(ShardService node) {
      return group.on(node).discard(positions);
    }
  }

  record State(GroupPlace group, Position position) implements Call<DeliveryState> {
    @Override
    public DeliveryState on(ShardService node) {
      return group.on(node).state(position);
    }
  }

  record UnfinishedOf(GroupPlace group, Unfinished.Query query) implements Call<List<Unfinished>> {
    @Override
    public List<Unfinished> on(ShardService node) {
      return group.on(node).unfinished(query);
    }
  }

  record Status(GroupPlace group) implements Call<ShardGroupStatus> {
    @Override
    public ShardGroupStatus on(ShardService node) {
      return group.on(node).status();
    }
  }
}
