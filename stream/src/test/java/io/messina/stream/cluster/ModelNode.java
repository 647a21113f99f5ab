package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.cluster.ModelCluster.Flaw;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.ShardService;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A node of a {@link ModelCluster}. */
final class ModelNode implements RunningNode {

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final ModelCluster cluster;
  private final SimulatedNode node;

  ModelNode(ModelCluster cluster, SimulatedNode node) {
    this.cluster = cluster;
    this.node = node;
  }

  @Override
  public void close() {}

  @Override
  public ShardService shards() {
    // Nodes of the model ask nothing of each other.
    return new SimulatedPeers(node, new Wire<>(cluster.simulation)).at(node.name());
  }

  @Override
  public void create(Set<Crowd> crowds, Duration deduplicate) {}

  @Override
  public void change(Crowd crowd) {
    cluster.group(crowd).change();
  }

  @Override
  public SideStream side() {
    return cluster.side;
  }

  @Override
  public List<Optional<EventAddress>> append(List<Event> events) {
    List<Optional<EventAddress>> ids = new ArrayList<>();
    events.forEach(event -> ids.add(cluster.append(Topic.WORK, event, node)));
    cluster.stored(events);
    return ids;
  }

  @Override
  public DelayedAddress schedule(Event event, Instant due) {
    return cluster.schedule(event, due, node);
  }

  @Override
  public boolean cancel(DelayedAddress scheduled) {
    return cluster.cancel(scheduled);
  }

  @Override
  public List<ClaimedEvent> claim(
      Crowd crowd, int max, Duration wait, Duration lease, String worker) {
    return await(wait, () -> cluster.group(crowd).claim(max, lease, node));
  }

  @Override
  public List<ReceiptStatus> settle(Crowd crowd, Outcome outcome, List<ClaimAddress> receipts) {
    return receipts.stream()
        .map(receipt -> cluster.group(crowd).settle(outcome, receipt, node))
        .toList();
  }

  @Override
  public ReceiptStatus ackWith(Crowd crowd, ClaimAddress receipt, Event output) {
    ReceiptStatus status = cluster.group(crowd).settle(new Outcome.Ack(), receipt, node);
    boolean isNew =
        !cluster.log(Topic.RESULTS, 0).stream().map(StoredEvent::event).toList().contains(output);
    if (status == ReceiptStatus.OK
        && (isNew || cluster.has(Flaw.REPEATS_OUTPUTS))
        && !cluster.strikes(Flaw.LOSES_OUTPUTS, node)) {
      cluster.append(Topic.RESULTS, output, node);
    }
    return status;
  }

  @Override
  public EventPage read(Crowd crowd, int shard, int max, Duration wait) {
    OptionalInt run = OptionalInt.of(cluster.group(crowd).run());
    List<StoredEvent> events = await(wait, () -> next(crowd, shard, max));
    Position next =
        events.isEmpty()
            ? new Position(1, cluster.group(crowd).committed(shard))
            : events.getLast().id().position().next();
    return new EventPage(disturbed(events), next, run);
  }

  private List<StoredEvent> next(Crowd crowd, int shard, int max) {
    if (cluster.strikes(Flaw.FORGETS_COMMITS, node)) {
      cluster.group(crowd).forgetCommit(shard);
    }
    List<StoredEvent> log = cluster.log(Topic.WORK, shard);
    int from = Math.min(cluster.group(crowd).committed(shard), log.size());
    return List.copyOf(log.subList(from, Math.min(log.size(), from + max)));
  }

  private List<StoredEvent> disturbed(List<StoredEvent> events) {
    List<StoredEvent> disturbed = new ArrayList<>(events);
    if (cluster.strikes(Flaw.FOLLOWS_OUT_OF_ORDER, node)) {
      Collections.reverse(disturbed);
    }
    if (disturbed.size() > 1
        && (cluster.strikes(Flaw.FOLLOWS_WITH_GAPS, node)
            || cluster.strikes(Flaw.FOLLOWS_INSIDE_WITH_GAPS, node))) {
      disturbed.removeFirst();
    }
    return disturbed;
  }

  @Override
  public void commit(Crowd crowd, int shard, Commit commit) {
    cluster.group(crowd).commit(shard, commit);
  }

  @Override
  public void seek(Crowd crowd, Start to) {
    if (to instanceof Start.Earliest) {
      cluster.group(crowd).rewind();
    } else {
      purge(crowd);
    }
  }

  @Override
  public void purge(Crowd crowd) {
    cluster.group(crowd).skip();
  }

  @Override
  public List<DeadEvent> deadLetters(Crowd crowd) {
    return IntStream.range(0, Topic.WORK.shards)
        .mapToObj(shard -> cluster.group(crowd).deadLetters(shard))
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public int redrive(Crowd crowd, List<EventAddress> ids) {
    return cluster.group(crowd).redrive(ids);
  }

  @Override
  public boolean discard(Crowd crowd, EventAddress id) {
    return cluster.group(crowd).discard(id);
  }

  @Override
  public void handle(Consumer<ClaimedEvent> handler) {
    node.spawn("handler", () -> handleAll(handler));
  }

  private void handleAll(Consumer<ClaimedEvent> handler) {
    while (true) {
      for (ClaimedEvent claimed : cluster.group(Crowd.INSIDE).claim(3, Crowd.LEASE, node)) {
        cluster.group(Crowd.INSIDE).settle(outcome(handler, claimed), claimed.receipt(), node);
      }
      pause();
    }
  }

  @Override
  public void follow(Consumer<StoredEvent> handler) {
    for (int i = 0; i < Topic.WORK.shards; i++) {
      int shard = i;
      node.spawn("follower", () -> followAll(shard, handler));
    }
  }

  private void followAll(int shard, Consumer<StoredEvent> handler) {
    while (true) {
      EventPage read = read(Crowd.FOLLOWING_INSIDE, shard, 3, PAUSE);
      read.events().forEach(handler);
      commit(Crowd.FOLLOWING_INSIDE, shard, read.done());
      pause();
    }
  }

  private static Outcome outcome(Consumer<ClaimedEvent> handler, ClaimedEvent claimed) {
    try {
      handler.accept(claimed);
      return new Outcome.Ack();
    } catch (RuntimeException e) {
      return new Outcome.Nack(null, String.valueOf(e.getMessage()), false);
    }
  }

  private <T> List<T> await(Duration wait, Supplier<List<T>> source) {
    Duration end = cluster.simulation.elapsed().plus(wait);
    List<T> found = source.get();
    while (found.isEmpty() && cluster.simulation.elapsed().compareTo(end) < 0) {
      pause();
      found = source.get();
    }
    return found;
  }

  private void pause() {
    try {
      node.sleep(PAUSE);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
