package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a stream leaves once it is deleted. */
final class DeletedStreamTest {

  private static final StreamName EDITS = new StreamName("edits");
  private static final Set<String> HOLDING =
      Set.of("log_7d", "segments", "schedule", "dead_letters", "shards");

  private final Set<PartitionKey> written = new LinkedHashSet<>();

  @Test
  void nothing_is_left_of_a_deleted_stream() {
    try (StreamsRoom room = room()) {
      fill(room);
      assertThat(tables(room)).containsAll(HOLDING);
      assertThat(room.run(() -> room.streams.delete(EDITS))).isTrue();
      room.simulation.runFor(Duration.ofSeconds(5));
      assertThat(tables(room)).doesNotContainAnyElementsOf(HOLDING);
    }
  }

  @Test
  void nothing_is_left_where_the_process_dies_as_soon_as_the_stream_is_deleted() {
    try (StreamsRoom room = room()) {
      fill(room);
      assertThat(room.run(() -> room.streams.delete(EDITS))).isTrue();
      room.restart();
      room.simulation.runFor(Duration.ofSeconds(5));
      assertThat(tables(room)).doesNotContainAnyElementsOf(HOLDING);
      int before = written.size();
      room.restart();
      room.simulation.runFor(Duration.ofSeconds(5));
      assertThat(written).as("nobody takes its shards again").hasSize(before);
    }
  }

  @Test
  void nothing_is_left_where_it_is_created_again_at_once() {
    try (StreamsRoom room = room()) {
      fill(room);
      Set<PartitionKey> former = Set.copyOf(written);
      assertThat(room.run(() -> room.streams.delete(EDITS))).isTrue();
      StreamOptions options = StreamOptions.DEFAULT;
      Stream next = room.run(() -> room.streams.create(EDITS, options).value());
      room.restart();
      assertThat(room.run(() -> room.streams.stream(EDITS).append(List.of(event()))).accepted())
          .isEqualTo(1);
      room.simulation.runFor(Duration.ofSeconds(5));
      assertThat(next.definition().id().generation()).isEqualTo(2);
      written.retainAll(former);
      assertThat(tables(room)).doesNotContainAnyElementsOf(HOLDING);
    }
  }

  private StreamsRoom room() {
    return new StreamsRoom(2, NotingStore::new);
  }

  /** With events, delayed ones and a dead letter. */
  private static void fill(StreamsRoom room) {
    room.append(10, 100);
    List<ClaimedEvent> claimed = room.claim(Claim.of(5));
    var _ =
        room.run(
            () ->
                room.group.nack(
                    claimed.stream().map(ClaimedEvent::receipt).toList(),
                    new Outcome.Nack(null, "no", true)));
    Instant due = room.now().plusSeconds(7_200);
    var _ = room.run(() -> room.stream.schedule(event(), due));
  }

  private static Event event() {
    return Event.builder(Bytes.utf8("later")).key(Bytes.utf8("k")).build();
  }

  /** Those that hold rows. */
  private Set<String> tables(StreamsRoom room) {
    return written.stream()
        .filter(partition -> room.stores.direct().scan(Scan.of(partition)).hasNext())
        .map(partition -> partition.table().name())
        .collect(Collectors.toSet());
  }

  /** Notes where anything was ever written. */
  private final class NotingStore extends ForwardingStore {

    NotingStore(Store store) {
      super(store);
    }

    @Override
    public void write(PlainBatch batch) {
      written.add(batch.partition());
      super.write(batch);
    }

    @Override
    public FenceOutcome writeIf(FencedBatch batch) {
      written.add(batch.partition());
      return super.writeIf(batch);
    }
  }
}
