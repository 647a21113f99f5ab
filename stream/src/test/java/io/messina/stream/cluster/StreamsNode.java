package io.messina.stream.cluster;

import io.messina.api.Placement;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.stream.*;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.FollowOptions;
import io.messina.stream.Output;
import io.messina.stream.catalog.*;
import io.messina.stream.delivery.*;
import io.messina.stream.node.*;
import io.messina.stream.owner.*;
import java.time.*;
import java.util.*;
import java.util.function.Consumer;

/** A {@link Streams} as the clients of the simulation meet it. */
final class StreamsNode implements RunningNode {

  private final Streams streams;
  private final SideStream side;

  StreamsNode(Streams streams) {
    this.streams = streams;
    this.side = new StreamsSide(streams);
  }

  @Override
  public void close() {
    streams.close();
  }

  @Override
  public ShardService shards() {
    return streams.service();
  }

  @Override
  public void create(Set<Crowd> crowds, Duration deduplicate) {
    for (Topic topic : Topic.values()) {
      streams.create(
          topic.stream,
          new StreamOptions(
              topic.shards,
              Optional.of(Duration.ofDays(7)),
              // Longer than any history, so that a key stands in the log once.
              deduplicate,
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Placement.ANY));
    }
    for (Crowd crowd : crowds) {
      work().createGroup(crowd.group, Start.earliest(), crowd.options());
    }
  }

  @Override
  public void change(Crowd crowd) {
    work().createGroup(crowd.group, Start.earliest(), crowd.changed());
  }

  @Override
  public SideStream side() {
    return side;
  }

  @Override
  public List<Optional<EventAddress>> append(List<Event> events) {
    try {
      return work().append(events).ids();
    } catch (PartlyStoredException e) {
      throw new StreamException.Unknown(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public DelayedAddress schedule(Event event, Instant due) {
    return work().schedule(event, due);
  }

  @Override
  public boolean cancel(DelayedAddress scheduled) {
    return work().cancel(scheduled);
  }

  @Override
  public List<ClaimedEvent> claim(
      Crowd crowd, int max, Duration wait, Duration lease, String worker) {
    return group(crowd)
        .claim(new Claim(max, Claim.BYTES_MAX, wait, Optional.of(lease), worker, List.of()));
  }

  @Override
  public List<ReceiptStatus> settle(Crowd crowd, Outcome outcome, List<ClaimAddress> receipts) {
    return switch (outcome) {
      case Outcome.Ack() -> group(crowd).ack(receipts);
      case Outcome.Nack nack -> group(crowd).nack(receipts, nack);
      case Outcome.Extend(Duration lease) -> group(crowd).extend(receipts, lease);
      case Outcome.Keep _ -> throw new AssertionError("nobody sends this");
      case Outcome.Release() -> group(crowd).release(receipts);
    };
  }

  @Override
  public ReceiptStatus ackWith(Crowd crowd, ClaimAddress receipt, Event output) {
    return group(crowd)
        .ackWith(List.of(new Ack(receipt, List.of(new Output(Topic.RESULTS.stream, output)))))
        .getFirst();
  }

  @Override
  public EventPage read(Crowd crowd, int shard, int max, Duration wait) {
    return group(crowd).read(shard, max, wait);
  }

  @Override
  public void commit(Crowd crowd, int shard, Commit commit) {
    group(crowd).commit(shard, commit);
  }

  @Override
  public void seek(Crowd crowd, Start to) {
    inWhole(() -> group(crowd).seek(to));
  }

  @Override
  public void purge(Crowd crowd) {
    inWhole(() -> group(crowd).purge());
  }

  private static void inWhole(Runnable command) {
    try {
      command.run();
    } catch (PartlyDoneException e) {
      throw new StreamException.Unknown(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public List<DeadEvent> deadLetters(Crowd crowd) {
    return group(crowd).deadLetters(1_000, Optional.empty());
  }

  @Override
  public int redrive(Crowd crowd, List<EventAddress> ids) {
    return group(crowd).redrive(Redrive.of(ids));
  }

  @Override
  public boolean discard(Crowd crowd, EventAddress id) {
    return group(crowd).discard(List.of(id)) == 1;
  }

  @Override
  public void handle(Consumer<ClaimedEvent> handler) {
    group(Crowd.INSIDE).claim(handler::accept, ConsumerOptions.DEFAULT);
  }

  @Override
  public void follow(Consumer<StoredEvent> handler) {
    group(Crowd.FOLLOWING_INSIDE).follow(events -> events.forEach(handler), FollowOptions.DEFAULT);
  }

  private Stream work() {
    return streams.stream(Topic.WORK.stream);
  }

  private Group group(Crowd crowd) {
    return work().group(crowd.group);
  }
}
