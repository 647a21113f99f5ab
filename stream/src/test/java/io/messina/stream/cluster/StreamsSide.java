package io.messina.stream.cluster;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.node.Group;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a node offers to clients about a stream of its own that comes and goes, and its group. */
final class StreamsSide {

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
