package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.Nack;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.Scan;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.testkit.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a stream leaves once it is deleted. */
final class DeletedStreamTest {

  private static final StreamName EDITS = new StreamName("edits");
  private static final Set<String> HOLDING =
      Set.of("log_7d", "segments", "schedule", "dead_letters", "shards");

  private final Set<PartitionKey> written = new LinkedHashSet<>();

  @AutoClose private final StreamsRoom room = room();

  @Test
  void nothing_is_left_of_a_deleted_stream() {
    fill();
    assertThat(tables()).containsAll(HOLDING);
    assertThat(room.run(() -> room.streams.delete(EDITS))).isTrue();
    room.simulation.runFor(Duration.ofSeconds(5));
    assertThat(tables()).doesNotContainAnyElementsOf(HOLDING);
  }

  @Test
  void nothing_is_left_where_the_process_dies_as_soon_as_the_stream_is_deleted() {
    fill();
    assertThat(room.run(() -> room.streams.delete(EDITS))).isTrue();
    room.restart();
    room.simulation.runFor(Duration.ofSeconds(5));
    assertThat(tables()).doesNotContainAnyElementsOf(HOLDING);
    int before = written.size();
    room.restart();
    room.simulation.runFor(Duration.ofSeconds(5));
    assertThat(written).as("nobody takes its shards again").hasSize(before);
  }

  @Test
  void nothing_is_left_where_it_is_created_again_at_once() {
    fill();
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
    assertThat(tables()).doesNotContainAnyElementsOf(HOLDING);
  }

  private StreamsRoom room() {
    return new StreamsRoom(
        2,
        store ->
            new FaultyStore(store)
                .before(
                    call -> call.partition().filter(_ -> call.isWrite()).ifPresent(written::add)));
  }

  /** With events, delayed ones and a dead letter. */
  private void fill() {
    room.append(10, 100);
    List<ClaimedEvent> claimed = room.claim(ClaimOptions.upTo(5));
    var _ =
        room.run(
            () ->
                room.group.nack(
                    claimed.stream().map(ClaimedEvent::receipt).toList(), Nack.dead("no")));
    Instant due = room.now().plusSeconds(7_200);
    var _ = room.run(() -> room.stream.schedule(event(), due));
  }

  private static Event event() {
    return Event.builder(Bytes.utf8("later")).key(Bytes.utf8("k")).build();
  }

  /** Those that hold rows. */
  private Set<String> tables() {
    return written.stream()
        .filter(partition -> room.stores.direct().scan(Scan.of(partition)).hasNext())
        .map(partition -> partition.table().name())
        .collect(Collectors.toSet());
  }
}
