package io.messina.client.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.EventId;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.Event;
import io.messina.client.event.EventKey;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.BatchingAppender;
import io.messina.client.stream.BatchingOptions;
import io.messina.client.stream.Compression;
import io.messina.client.stream.StreamClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What appenders store. */
abstract class AppenderContract extends ContractScenario {

  private static final int SHARDS = 4;
  private static final int MANY = 1_500;
  private static final int KEYS = 40;

  private static final BatchingOptions SMALL =
      BatchingOptions.DEFAULT.withBatchEvents(50).withLinger(Duration.ZERO);

  private StreamClient sharded(StreamOptions options) {
    StreamClient made = client.stream("s-" + UUID.randomUUID());
    made.create(options.shards(SHARDS));
    return made;
  }

  private static List<Event> allOf(StreamClient of, int shards) {
    List<Event> all = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      all.addAll(of.read(shard, Start.earliest(), 10_000, Duration.ZERO).events());
    }
    return all;
  }

  /** Made of any characters, of fields that may be absent. */
  private static NewEvent any(Random random) {
    List<String> types =
        List.of(Payload.OCTETS, "text/plain", "text/plain; charset=utf-8", "image/png", "x/ü");
    Payload payload =
        random.nextBoolean()
            ? Payload.json(
                "{\"text\":\"" + text(random, 20).replaceAll("[\\x00-\\x1f\"\\\\]", "") + "\"}")
            : Payload.bytes(bytes(random), types.get(random.nextInt(types.size())));
    NewEvent event = NewEvent.of(payload);
    if (random.nextInt(4) > 0) {
      event = event.withKey(text(random, 40));
    }
    if (random.nextBoolean()) {
      long second = random.nextLong(-60_000_000_000L, 250_000_000_000L);
      event = event.withTime(Instant.ofEpochSecond(random.nextBoolean() ? second : second / 100));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      event = event.withHeader("h" + i + text(random, 10), text(random, 10));
    }
    return event;
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String text(Random random, int most) {
    return random
        .ints(1 + random.nextInt(most), 1, 0x10ffff)
        .map(point -> random.nextBoolean() ? point % 0x7f + 1 : point)
        .filter(point -> point < 0xd800 || point > 0xdfff)
        .collect(
            () -> new StringBuilder("t"), StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void events_of_an_appender_come_back_as_they_were_given() {
    StreamClient to = sharded(StreamOptions.defaults().keptForever());
    Random random = new Random(33);
    Map<EventId, NewEvent> given = new HashMap<>();
    for (Compression compression : Compression.values()) {
      Map<NewEvent, CompletableFuture<Optional<EventId>>> stored = new LinkedHashMap<>();
      try (BatchingAppender appender =
          new BatchingAppender(to, BatchingOptions.DEFAULT.withCompression(compression))) {
        for (int i = 0; i < 150; i++) {
          NewEvent event = any(random);
          stored.put(event, appender.append(event));
        }
      }
      stored.forEach((event, id) -> given.put(id.join().orElseThrow(), event));
    }
    List<Event> read = allOf(to, SHARDS);
    assertThat(read).hasSameSizeAs(given.keySet());
    for (Event event : read) {
      NewEvent expected = Objects.requireNonNull(given.get(event.id()));
      assertThat(event.key().map(EventKey::text)).isEqualTo(expected.key());
      assertThat(event.time()).isEqualTo(expected.time().orElse(event.appendTime()));
      assertThat(event.headers()).isEqualTo(expected.headers());
      assertThat(event.payload().contentType()).isEqualTo(expected.payload().contentType());
      assertThat(event.payload().toBytes()).isEqualTo(expected.payload().toBytes());
    }
  }

  @Test
  void events_whose_answers_are_lost_are_stored_once_and_in_order() throws IOException {
    Random random = new Random(34);
    StreamClient to = sharded(StreamOptions.defaults());
    assertThat(appendMany(to, true, append -> random.nextInt(3) == 0)).isPositive();
    assertStoredOnceAndInOrder(to);
  }

  @Test
  void a_server_without_batches_gets_lines() throws IOException {
    StreamClient to = sharded(StreamOptions.defaults());
    assertThat(appendMany(to, false, append -> append % 7 == 3)).isZero();
    assertStoredOnceAndInOrder(to);
  }

  /** Appends by a proxy; returns the number of batches. */
  private int appendMany(StreamClient to, boolean batches, IntPredicate lost) throws IOException {
    RetryPolicy often =
        new RetryPolicy(50, Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofSeconds(60));
    try (Proxy proxy = new Proxy(url(), batches, lost);
        MessinaClient by = MessinaClient.builder(proxy.url()).retries(often).build()) {
      List<CompletableFuture<Optional<EventId>>> stored = new ArrayList<>();
      try (BatchingAppender appender = new BatchingAppender(by.stream(to.name()), SMALL)) {
        IntStream.range(0, MANY)
            .forEach(i -> stored.add(appender.append(event("k" + i % KEYS, i))));
      }
      stored.forEach(CompletableFuture::join);
      return proxy.batches();
    }
  }

  private static void assertStoredOnceAndInOrder(StreamClient of) {
    Map<String, List<Integer>> byKey = new HashMap<>();
    for (Event event : allOf(of, SHARDS)) {
      byKey
          .computeIfAbsent(event.key().orElseThrow().text(), any -> new ArrayList<>())
          .add(Integer.parseInt(event.payload().text().replaceAll("\\D", "")));
    }
    assertThat(byKey).hasSize(KEYS);
    byKey.forEach(
        (key, numbers) ->
            assertThat(numbers)
                .as(key)
                .isEqualTo(
                    IntStream.range(0, MANY)
                        .filter(i -> key.equals("k" + i % KEYS))
                        .boxed()
                        .toList()));
  }

  @Test
  void events_go_on_while_the_definition_changes() {
    StreamClient to = sharded(StreamOptions.defaults());
    List<CompletableFuture<Optional<EventId>>> stored = new ArrayList<>();
    try (BatchingAppender appender = new BatchingAppender(to, SMALL)) {
      for (int i = 0; i < MANY; i++) {
        if (i % 250 == 100) {
          int days = i;
          to.change(options -> options.retention(Duration.ofDays(days)));
        }
        stored.add(appender.append(event("k" + i % KEYS, i)));
      }
    }
    stored.forEach(CompletableFuture::join);
    assertStoredOnceAndInOrder(to);
  }

  @Test
  void an_appender_goes_on_with_a_new_stream_of_the_same_name() {
    StreamClient to = sharded(StreamOptions.defaults());
    try (BatchingAppender appender = new BatchingAppender(to, SMALL)) {
      appendTwenty(appender);
      appender.flush().join();
      to.delete();
      to.create(StreamOptions.defaults().shards(1).key("/user"));
      var unkeyed = appender.append(NewEvent.of(Payload.json("{\"user\":\"anna\"}")));
      appendTwenty(appender);
      appender.flush().join();
      unkeyed.join();
    }
    assertThat(allOf(to, 1))
        .hasSize(21)
        .extracting(read -> read.key().orElseThrow().text())
        .contains("anna", "k0", "k19");
  }

  private static void appendTwenty(BatchingAppender appender) {
    for (int i = 0; i < 20; i++) {
      var unused = appender.append(event("k" + i, i));
    }
  }

  @Test
  void an_event_that_the_schema_refuses_fails_alone() {
    StreamClient to =
        sharded(
            StreamOptions.defaults()
                .schema("{\"properties\":{\"n\":{\"type\":\"integer\",\"maximum\":50}}}"));
    List<CompletableFuture<Optional<EventId>>> stored = new ArrayList<>();
    try (BatchingAppender appender = new BatchingAppender(to)) {
      for (int i = 0; i < 100; i++) {
        stored.add(appender.append(event("k" + i % KEYS, i % 10 == 7 ? 51 : 1)));
      }
    }
    for (int i = 0; i < 100; i++) {
      if (i % 10 == 7) {
        assertThatThrownBy(stored.get(i)::join).hasCauseInstanceOf(MessinaException.Refused.class);
      } else {
        assertThat(to.event(stored.get(i).join().orElseThrow()).event().key())
            .hasValue(EventKey.of("k" + i % KEYS));
      }
    }
  }
}
