package io.messina.stream.cluster;

import io.messina.api.ClaimOptions;
import io.messina.api.Nack;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
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
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A {@link Streams} as the clients of the simulation meet it, as by its HTTP API: all of it about
 * the stream of {@link Topic#WORK}, from which {@link Crowd}s consume.
 */
final class StreamsNode {

  private final Streams streams;
  private final StreamsSide side;

  StreamsNode(Streams streams, PlantedBug bug) {
    this.streams = streams;
    this.side = new StreamsSide(streams, bug);
  }

  /** Ends as a process does that was asked to. */
  void close() {
    streams.close();
  }

  /** What it does for other nodes. */
  ShardService shards() {
    return streams.service();
  }

  /** Makes both streams and some groups exist; harmless to repeat. */
  void create(Set<Crowd> crowds, Duration deduplicate) {
    for (Topic topic : Topic.values()) {
      streams.create(
          topic.stream,
          // Longer than any history, so that a key stands in the log once.
          StreamOptions.DEFAULT.shards(topic.shards).deduplicate(deduplicate));
    }
    for (Crowd crowd : crowds) {
      work().createGroup(crowd.group, Start.earliest(), crowd.options());
    }
  }

  /** Changes how a group hands out to {@link Crowd#changed}; harmless to repeat. */
  void change(Crowd crowd) {
    work().createGroup(crowd.group, Start.earliest(), crowd.changed());
  }

  /** A stream beside, which comes and goes. */
  StreamsSide side() {
    return side;
  }

  /** Appends; an id for each event, unless the stream only knows that it has it. */
  List<Optional<EventAddress>> append(List<Event> events) {
    try {
      return work().append(events).ids();
    } catch (PartlyStoredException e) {
      throw new RequestException.Unknown(String.valueOf(e.getMessage()));
    }
  }

  List<ClaimedEvent> claim(Crowd crowd, int max, Duration wait, Duration lease, String worker) {
    return group(crowd)
        .claim(ClaimOptions.upTo(max).withWait(wait).withLease(lease).withWorker(worker));
  }

  List<ReceiptStatus> settle(Crowd crowd, Outcome outcome, List<ClaimAddress> receipts) {
    return switch (outcome) {
      case Outcome.Ack() -> group(crowd).ack(receipts);
      case Outcome.Nacked(Nack nack) -> group(crowd).nack(receipts, nack);
      case Outcome.Extend(Duration lease) -> group(crowd).extend(receipts, lease);
      case Outcome.Keep _, Outcome.BrokenOff _ -> throw new AssertionError("nobody sends this");
      case Outcome.Release() -> group(crowd).release(receipts);
    };
  }

  /** Acknowledges an event and appends what came of it to {@link Topic#RESULTS}, once. */
  ReceiptStatus ackWith(Crowd crowd, ClaimAddress receipt, Event output) {
    return group(crowd)
        .ackWith(List.of(new Ack(receipt, List.of(new Output(Topic.RESULTS.stream, output)))))
        .getFirst();
  }

  void seek(Crowd crowd, Start to) {
    inWhole(() -> group(crowd).seek(to));
  }

  void purge(Crowd crowd) {
    inWhole(() -> group(crowd).purge());
  }

  private static void inWhole(Runnable command) {
    try {
      command.run();
    } catch (PartlyDoneException e) {
      throw new RequestException.Unknown(String.valueOf(e.getMessage()));
    }
  }

  List<DeadEvent> deadLetters(Crowd crowd) {
    return group(crowd).deadLetters(1_000, Optional.empty());
  }

  /**
   * Lets a handler of this process claim for {@link Crowd#INSIDE} for as long as the process lives.
   */
  void handle(Consumer<ClaimedEvent> handler) {
    group(Crowd.INSIDE).claim(handler::accept, ConsumerOptions.DEFAULT);
  }

  /** Lets a handler of this process follow for {@link Crowd#FOLLOWING_INSIDE} likewise. */
  void follow(Consumer<StoredEvent> handler) {
    group(Crowd.FOLLOWING_INSIDE).follow(events -> events.forEach(handler), FollowOptions.DEFAULT);
  }

  /** The stream of {@link Topic#WORK}. */
  Stream work() {
    return streams.stream(Topic.WORK.stream);
  }

  /** A group of it. */
  Group group(Crowd crowd) {
    return work().group(crowd.group);
  }
}
