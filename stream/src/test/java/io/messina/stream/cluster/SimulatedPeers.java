package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.peer.AppendedSpan;
import io.messina.stream.peer.ClaimAsk;
import io.messina.stream.peer.Commit;
import io.messina.stream.peer.DeadEvent;
import io.messina.stream.peer.EventPage;
import io.messina.stream.peer.GroupAction;
import io.messina.stream.peer.Peers;
import io.messina.stream.peer.ShardGroupStatus;
import io.messina.stream.peer.ShardService;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;

/** The other nodes as one simulated process reaches them: over a {@link Wire}, from its actors. */
public final class SimulatedPeers implements Peers {

  /** How long a caller waits for an answer, beside what it asks the other side to wait. */
  static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final SimulatedNode node;
  private final Wire<ShardService> wire;

  /**
   * The way from a process to the others.
   *
   * @param node the process
   * @param wire by which all processes of the cluster are reached
   */
  public SimulatedPeers(SimulatedNode node, Wire<ShardService> wire) {
    this.node = node;
    this.wire = wire;
  }

  @Override
  public ShardService at(String address) {
    return new Peer(address);
  }

  private final class Peer implements ShardService {

    private final String address;

    private Peer(String address) {
      this.address = address;
    }

    @Override
    public CompletableFuture<List<AppendedSpan>> append(ShardId shard, List<Event> events) {
      CompletableFuture<List<AppendedSpan>> answer = new CompletableFuture<>();
      node.spawn(
          "append",
          () -> {
            try {
              answer.complete(ask(service -> service.append(shard, events).join()));
            } catch (CompletionException e) {
              answer.completeExceptionally(e.getCause() == null ? e : e.getCause());
            } catch (RuntimeException e) {
              answer.completeExceptionally(e);
            }
          });
      return answer;
    }

    @Override
    public DelayedAddress schedule(ShardId shard, Event event, Instant due) {
      return ask(service -> service.schedule(shard, event, due));
    }

    @Override
    public boolean cancel(ShardId shard, DelayedAddress id) {
      return ask(service -> service.cancel(shard, id));
    }

    @Override
    public Optional<ScheduledEvent> scheduled(ShardId shard, DelayedAddress id) {
      return ask(service -> service.scheduled(shard, id));
    }

    @Override
    public List<ClaimedEvent> claim(ClaimAsk ask) {
      return ask(service -> service.claim(ask));
    }

    @Override
    public int awaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration wait) {
      return ask(wait, service -> service.awaitReady(stream, group, shards, wait));
    }

    @Override
    public List<ReceiptStatus> settle(
        ShardId shard, GroupId group, Outcome outcome, List<ClaimId> claims) {
      return ask(service -> service.settle(shard, group, outcome, claims));
    }

    @Override
    public EventPage read(
        ShardId shard, Optional<GroupId> group, Optional<Position> from, int max, Duration wait) {
      return ask(wait, service -> service.read(shard, group, from, max, wait));
    }

    @Override
    public void commit(ShardId shard, GroupId group, Commit commit) {
      tell(service -> service.commit(shard, group, commit));
    }

    @Override
    public Position find(ShardId shard, Instant time) {
      return ask(service -> service.find(shard, time));
    }

    @Override
    public void command(ShardId shard, GroupId group, GroupAction command) {
      tell(service -> service.command(shard, group, command));
    }

    @Override
    public List<DeadEvent> deadLetters(ShardId shard, GroupId group, Position from, int max) {
      return ask(service -> service.deadLetters(shard, group, from, max));
    }

    @Override
    public List<Position> redrive(ShardId shard, GroupId group, List<Position> positions) {
      return ask(service -> service.redrive(shard, group, positions));
    }

    @Override
    public List<Position> discard(ShardId shard, GroupId group, List<Position> positions) {
      return ask(service -> service.discard(shard, group, positions));
    }

    @Override
    public Optional<StoredEvent> event(ShardId shard, Position position) {
      return ask(service -> service.event(shard, position));
    }

    @Override
    public DeliveryState state(ShardId shard, GroupId group, Position position) {
      return ask(service -> service.state(shard, group, position));
    }

    @Override
    public ShardGroupStatus status(ShardId shard, GroupId group) {
      return ask(service -> service.status(shard, group));
    }

    private <T> T ask(Function<ShardService, T> request) {
      return ask(Duration.ZERO, request);
    }

    private <T> T ask(Duration wait, Function<ShardService, T> request) {
      return wire.call(node, address, TIMEOUT.plus(wait), request);
    }

    private void tell(Consumer<ShardService> request) {
      var _ =
          ask(
              service -> {
                request.accept(service);
                return true;
              });
    }
  }
}
