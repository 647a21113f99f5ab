package io.messina.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageDetails;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageParts;
import io.messina.api.message.MessageRecipient;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.node.Streams;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told is told once, and what stands in its way holds up nothing else. */
class MessageStreamsTest {

  private static final int SHARDS = 4;
  private static final int MESSAGES = 100;

  @TempDir private Path folder;

  @Test
  void what_somebody_has_told_otherwise_stays_and_all_else_is_told() {
    try (RocksStore store =
            RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
        Streams streams = Streams.embedded(store)) {
      MessageStreams messages = new MessageStreams(streams);
      var _ = messages.create(MessageStreams.EVENTS, SHARDS);
      messages.publish(List.of());
      messages.publish(List.of(sent(0, "first"), sent(1, "first")));
      List<MessageEvent> all =
          IntStream.range(0, MESSAGES).mapToObj(i -> sent(i, i == 0 ? "second" : "first")).toList();
      messages.publish(all);
      messages.publish(all);

      assertThat(outcomes(streams))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, MESSAGES).mapToObj(i -> sent(i, "first")).toList());
    }
  }

  @Test
  void a_stream_keeps_its_shards_whatever_new_ones_get() {
    try (RocksStore store =
            RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
        Streams streams = Streams.embedded(store)) {
      MessageStreams messages = new MessageStreams(streams);
      var _ = messages.create(MessageStreams.EVENTS, SHARDS);

      assertThat(messages.create(MessageStreams.EVENTS, 2 * SHARDS).definition().options().shards())
          .isEqualTo(SHARDS);
    }
  }

  private static List<MessageEvent> outcomes(Streams streams) {
    return IntStream.range(0, SHARDS).boxed().flatMap(shard -> outcomes(streams, shard)).toList();
  }

  private static Stream<MessageEvent> outcomes(Streams streams, int shard) {
    return streams.stream(MessageStreams.EVENTS)
        .read(shard, Optional.empty(), 10 * MESSAGES, Duration.ZERO)
        .events()
        .stream()
        .flatMap(stored -> MessageStreams.messageEvent(stored).stream());
  }

  private static MessageEvent sent(int number, String reason) {
    MessageRecipient recipient =
        new MessageRecipient(
            new AccountName("shop"),
            Channel.SMS,
            "+393331234567",
            Optional.empty(),
            Optional.empty());
    return new MessageEvent(
            "m" + number,
            recipient,
            MessageEventKind.SENT,
            1,
            Instant.EPOCH.plusSeconds(number),
            MessageParts.NONE,
            MessageDetails.NONE)
        .because(Optional.empty(), Optional.of(reason));
  }
}
