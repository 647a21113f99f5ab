package io.messina.stream.cluster;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.Nack;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.stream.*;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.FollowOptions;
import io.messina.stream.Output;
import io.messina.stream.catalog.*;
import io.messina.stream.delivery.*;
import io.messina.stream.node.*;
import io.messina.stream.node.Group;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.*;
import java.time.*;
import java.time.Duration;
import java.util.*;
import java.util.ArrayList;
import java.util.List;
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

  /** What a node offers to clients about a stream of its own that comes and goes, and its group. */
  static final class StreamsSide {

    /** For how long its events are kept. */
    static final Duration RETENTION = Duration.ofSeconds(30);

    private static final StreamName NAME = new StreamName("side");
    private static final GroupName READERS = new GroupName("readers");
    private static final StreamName ROTTING = new StreamName(Payloads.rotting("side"));
    private static final int SHARDS = 2;
    private static final int MAX = 100;

    private final Streams streams;
    private final PlantedBug bug;
    private final List<Event> appended = new ArrayList<>();
    private boolean wrote;

    StreamsSide(Streams streams, PlantedBug bug) {
      this.streams = streams;
      this.bug = bug;
    }

    /** Makes the stream and its group exist. */
    void create() {
      Stream stream =
          streams
              .create(
                  NAME,
                  StreamOptions.DEFAULT
                      .shards(SHARDS)
                      .deduplicate(Duration.ZERO)
                      .retention(RETENTION))
              .value();
      stream.createGroup(READERS, Start.earliest(), Crowd.CLAIMING.options());
    }

    /** Makes a stream whose definition cannot be read. */
    void createRotting() {
      wrote = true;
      streams.create(ROTTING, StreamOptions.DEFAULT);
    }

    /** What is defined and cannot be read; empty from a process that cannot tell. */
    Optional<List<String>> unreadable() {
      // What a process wrote itself it need not read, and one that began just now has read nothing.
      return wrote || !streams.isLoaded() ? Optional.empty() : Optional.of(streams.unreadable());
    }

    /** Deletes the stream; whether it was there. */
    boolean delete() {
      return streams.delete(NAME);
    }

    /** Deletes its group; whether it was there. */
    boolean deleteGroup() {
      return stream().deleteGroup(READERS);
    }

    List<Optional<EventAddress>> append(List<Event> events) {
      appended.addAll(events);
      try {
        return stream().append(events).ids();
      } catch (PartlyStoredException e) {
        throw new RequestException.Unknown(String.valueOf(e.getMessage()));
      }
    }

    /** All events of the stream. */
    List<Event> read() {
      List<Event> all = new ArrayList<>();
      for (int shard = 0; shard < SHARDS; shard++) {
        stream()
            .read(shard, Optional.empty(), MAX, Duration.ZERO)
            .events()
            .forEach(stored -> all.add(stored.event()));
      }
      if (bug == PlantedBug.SHOWS_FORMER_CREATIONS) {
        all.addAll(appended);
      }
      return all;
    }

    List<ClaimedEvent> claim() {
      return group().claim(ClaimOptions.upTo(MAX).withWorker("reader"));
    }

    ReceiptStatus ack(ClaimAddress receipt) {
      ReceiptStatus status = group().ack(List.of(receipt)).getFirst();
      return bug == PlantedBug.TAKES_RECEIPTS_OF_FORMER_CREATIONS ? ReceiptStatus.OK : status;
    }

    private Stream stream() {
      return streams.stream(NAME);
    }

    private Group group() {
      return stream().group(READERS);
    }
  }
}
