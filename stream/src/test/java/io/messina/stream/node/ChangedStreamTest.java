package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Options of a stream that are changed while its shards are owned. */
final class ChangedStreamTest {

  private static final Duration RETENTION = Duration.ofHours(1);

  @Test
  void a_changed_deduplication_holds_for_what_is_appended_afterwards() {
    try (StreamsRoom room = new StreamsRoom(2, UnaryOperator.identity())) {
      assertThat(duplicates(room, "key")).isZero();
      assertThat(duplicates(room, "key")).isEqualTo(1);

      change(room, Optional.of(RETENTION), Duration.ZERO);
      assertThat(duplicates(room, "key")).isZero();

      change(room, Optional.of(RETENTION), Duration.ofHours(2));
      assertThat(duplicates(room, "other")).isZero();
      room.simulation.runFor(Duration.ofMinutes(100));
      assertThat(duplicates(room, "other")).isEqualTo(1);
    }
  }

  @Test
  void a_changed_retention_holds_for_what_is_appended_afterwards() {
    try (StreamsRoom room = new StreamsRoom(1, UnaryOperator.identity())) {
      change(room, Optional.of(RETENTION), Duration.ZERO);
      append(room, "expires");
      change(room, Optional.empty(), Duration.ZERO);
      append(room, "stays");
      room.simulation.runFor(RETENTION.multipliedBy(2));
      assertThat(room.run(() -> room.stream.read(0, Optional.empty(), 10, Duration.ZERO)).events())
          .extracting(stored -> stored.event().payload().toUtf8())
          .containsExactly("stays");
    }
  }

  private static long duplicates(StreamsRoom room, String key) {
    return append(room, key).duplicates();
  }

  private static AppendResult append(StreamsRoom room, String key) {
    Event event = Event.builder(Bytes.utf8(key)).idempotencyKey(key).build();
    return room.run(() -> room.stream.append(List.of(event)));
  }

  private static void change(StreamsRoom room, Optional<Duration> retention, Duration deduplicate) {
    StreamOptions changed =
        room.stream.definition().options().retention(retention).deduplicate(deduplicate);
    assertThat(
            room.run(() -> room.streams.create(room.stream.definition().id().name(), changed))
                .isNew())
        .isFalse();
    room.simulation.runFor(Duration.ofSeconds(2));
  }
}
