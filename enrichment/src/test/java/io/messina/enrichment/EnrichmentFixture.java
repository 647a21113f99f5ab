package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.enrich.EnrichmentStatus;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Event;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.HurriedTime;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Streams on an embedded store, events that were appended, and the states that these make. */
abstract class EnrichmentFixture {

  static final StreamName EDITS = new StreamName("edits");
  static final StreamName OUT = new StreamName("out");
  static final int SHARDS = 2;

  final Map<String, List<String>> expected = new LinkedHashMap<>();
  @TempDir Path folder;
  Store store;
  Context context;
  Streams streams;

  @BeforeEach
  void start() {
    store =
        RocksStore.open(
            folder,
            RocksStoreOptions.DEFAULT.withDurability(Durability.OS),
            InstantSource.system());
    context = HurriedTime.context(store);
    streams = HurriedTime.streams(store);
    create(EDITS);
  }

  @AfterEach
  void stop() {
    streams.close();
    store.close();
  }

  Enrichment<String> begin(EnrichmentJob<String> job) {
    return Enrichment.start(context, streams, EDITS, "all", job);
  }

  void create(StreamName name) {
    var _ = streams.create(name, StreamOptions.DEFAULT.shards(SHARDS));
  }

  Stream stream() {
    return streams.stream(EDITS);
  }

  void append(int first, int count, int keys) {
    List<Event> events = new ArrayList<>();
    for (int i = first; i < first + count; i++) {
      String key = "k" + i % keys;
      expectedOf(key).add(Integer.toString(i));
      events.add(
          Event.builder(Bytes.utf8(Integer.toString(i)))
              .key(Bytes.utf8(key))
              .idempotencyKey("event-" + i)
              .build());
    }
    var _ = stream().append(events);
  }

  List<String> expectedOf(String key) {
    return expected.computeIfAbsent(key, _ -> new ArrayList<>());
  }

  List<String> outputs() {
    List<String> found = new ArrayList<>();
    Stream out = streams.stream(OUT);
    for (int shard = 0; shard < SHARDS; shard++) {
      for (StoredEvent stored :
          out.read(shard, Optional.of(Position.START), 10_000, Duration.ZERO).events()) {
        found.add(text(stored.event().key().orElseThrow()) + ": " + Collecting.text(stored));
      }
    }
    return found;
  }

  static String text(Bytes bytes) {
    return Collecting.CODEC.decode(bytes);
  }

  Letter awaitLetter(Enrichment<String> enrichment) {
    SystemWaiting.until(() -> !letters(enrichment).isEmpty());
    return letters(enrichment).getFirst();
  }

  static List<Letter> letters(Enrichment<String> enrichment) {
    return enrichment.deadLetters().read(10, Optional.empty());
  }

  void awaitStates(Enrichment<String> enrichment) {
    SystemWaiting.until(
        () -> expected.keySet().stream().allMatch(key -> isComplete(enrichment, key)));
    assertStates(enrichment);
  }

  boolean isComplete(Enrichment<String> enrichment, String key) {
    return enrichment.state(Bytes.utf8(key)).map(KeyState::state).stream()
        .anyMatch(state -> state.length() >= String.join(" ", expectedOf(key)).length());
  }

  void assertStates(Enrichment<String> enrichment) {
    expected.forEach(
        (key, payloads) ->
            assertThat(enrichment.state(Bytes.utf8(key)).orElseThrow().state())
                .isEqualTo(String.join(" ", payloads)));
  }

  /** What is told of a shard is a moment old. */
  static void awaitApplied(Enrichment<String> enrichment, int count) {
    SystemWaiting.until(() -> counters(enrichment).applied() >= count);
    assertThat(counters(enrichment).applied()).isEqualTo(count);
  }

  static EnrichmentStatus.Counters counters(Enrichment<String> enrichment) {
    long applied = 0;
    long replayed = 0;
    long rounds = 0;
    for (EnrichmentStatus status : enrichment.status().answers().values()) {
      applied += status.counters().applied();
      replayed += status.counters().replayed();
      rounds += status.counters().rounds();
    }
    return new EnrichmentStatus.Counters(
        0, rounds, applied, replayed, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }
}
