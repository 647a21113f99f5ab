package io.messina.stream.cluster;

import io.messina.api.GroupName;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamException;
import io.messina.stream.node.Claim;
import io.messina.stream.node.Group;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The stream beside of a {@link Streams}. */
final class StreamsSide implements SideStream {

  private static final StreamName NAME = new StreamName("side");
  private static final GroupName READERS = new GroupName("readers");
  private static final StreamName ROTTING = new StreamName(Payloads.rotting("side"));
  private static final int SHARDS = 2;
  private static final int MAX = 100;

  private final Streams streams;
  private boolean wrote;

  StreamsSide(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void create() {
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

  @Override
  public void createRotting() {
    wrote = true;
    streams.create(ROTTING, StreamOptions.DEFAULT);
  }

  @Override
  public Optional<List<String>> unreadable() {
    // What a process wrote itself it need not read, and one that began just now has read nothing.
    return wrote || !streams.isLoaded() ? Optional.empty() : Optional.of(streams.unreadable());
  }

  @Override
  public boolean delete() {
    return streams.delete(NAME);
  }

  @Override
  public boolean deleteGroup() {
    return stream().deleteGroup(READERS);
  }

  @Override
  public List<Optional<EventAddress>> append(List<Event> events) {
    try {
      return stream().append(events).ids();
    } catch (PartlyStoredException e) {
      throw new StreamException.Unknown(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public List<StoredEvent> read() {
    List<StoredEvent> all = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      all.addAll(stream().read(shard, Optional.empty(), MAX, Duration.ZERO).events());
    }
    return all;
  }

  @Override
  public List<ClaimedEvent> claim() {
    return group()
        .claim(
            new Claim(MAX, Claim.BYTES_MAX, Duration.ZERO, Optional.empty(), "reader", List.of()));
  }

  @Override
  public ReceiptStatus ack(ClaimAddress receipt) {
    return group().ack(List.of(receipt)).getFirst();
  }

  private Stream stream() {
    return streams.stream(NAME);
  }

  private Group group() {
    return stream().group(READERS);
  }
}
