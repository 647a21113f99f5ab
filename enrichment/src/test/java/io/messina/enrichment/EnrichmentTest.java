package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.EventId;
import io.messina.api.Position;
import io.messina.api.Redrive;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import io.messina.runtime.Context;
import io.messina.runtime.SystemTime;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Enrichments of a stream on an embedded store. */
@Timeout(60)
class EnrichmentTest {

  private static final StreamName EDITS = new StreamName("edits");
  private static final StreamName OUT = new StreamName("out");
  private static final int SHARDS = 2;

  private final ThreadFactory threads = Thread.ofVirtual().factory();
  private final Map<String, List<String>> expected = new LinkedHashMap<>();
  @TempDir private Path folder;
  private Store store;
  private Context context;
  private Streams streams;

  @BeforeEach
  void start() {
    store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
    context = new Context(store, new SystemTime(threads), new Random(1), threads);
    streams = Streams.embedded(store);
    create(EDITS);
  }

  @AfterEach
  void stop() {
    streams.close();
    store.close();
  }

  @Test
  void each_event_changes_the_state_of_its_key_once_and_events_share_rounds() {
    append(0, 2_000, 20);
    try (Enrichment<String> enrichment = begin(Collecting.job())) {
      awaitStates(enrichment);
      awaitApplied(enrichment, 2_000);
      assertThat(counters(enrichment).rounds()).isLessThan(1_000);
      append(2_000, 100, 20);
      awaitStates(enrichment);
    }
  }

  @Test
  void events_that_are_read_again_change_nothing() {
    append(0, 200, 10);
    try (Enrichment<String> enrichment = begin(Collecting.job())) {
      awaitStates(enrichment);
      stream().group(Enrichment.group("all", 1)).seek(Start.earliest());
      await(() -> counters(enrichment).replayed() == 200);
      assertStates(enrichment);
    }
  }

  @Test
  void an_enrichment_goes_on_where_it_was() {
    append(0, 100, 5);
    try (Enrichment<String> enrichment = begin(Collecting.job())) {
      awaitStates(enrichment);
    }
    stop();
    start();
    append(100, 100, 5);
    try (Enrichment<String> enrichment = begin(Collecting.job())) {
      awaitStates(enrichment);
      awaitApplied(enrichment, 100);
    }
  }

  @Test
  void an_event_that_fails_is_set_aside_and_is_applied_when_it_is_redriven() {
    AtomicBoolean mended = new AtomicBoolean();
    append(0, 20, 2);
    try (Enrichment<String> enrichment =
        begin(Collecting.job(new Collecting(it -> it.equals("7") && !mended.get(), null)))) {
      expectedOf("k1").remove("7");
      awaitStates(enrichment);
      EnrichmentDeadLetter letter = awaitLetter(enrichment);
      assertThat(Collecting.text(letter.stored())).isEqualTo("7");
      assertThat(letter.error()).contains("refused: 7");

      mended.set(true);
      stream().group(Enrichment.group("all", 1)).seek(Start.earliest());
      await(() -> counters(enrichment).replayed() == 19);
      assertStates(enrichment);
      Redrive redrive = Redrive.of(List.of(new EventId(letter.stored().id().toString())));
      assertThat(enrichment.deadLetters().redrive(redrive)).isEqualTo(1);
      expectedOf("k1").add("7");
      awaitStates(enrichment);
      assertThat(enrichment.deadLetters().redrive(redrive)).isZero();
      assertThat(letters(enrichment)).isEmpty();

      stream().group(Enrichment.group("all", 1)).seek(Start.earliest());
      await(() -> counters(enrichment).replayed() == 20);
      assertStates(enrichment);
    }
  }

  @Test
  void a_letter_that_is_discarded_stays_away() {
    append(0, 10, 1);
    try (Enrichment<String> enrichment = begin(Collecting.job(new Collecting("9"::equals, null)))) {
      EnrichmentDeadLetter letter = awaitLetter(enrichment);
      List<EventAddress> ids = List.of(letter.stored().id());
      assertThat(enrichment.deadLetters().discard(ids)).isEqualTo(1);
      assertThat(letters(enrichment)).isEmpty();
      Redrive redrive = Redrive.of(List.of(new EventId(ids.getFirst().toString())));
      assertThat(enrichment.deadLetters().redrive(redrive)).isZero();
    }
  }

  @Test
  void letters_of_all_shards_are_read_by_pages_and_redriven_a_few_at_a_time() {
    AtomicBoolean mended = new AtomicBoolean();
    append(0, 30, 10);
    try (Enrichment<String> enrichment =
        begin(Collecting.job(new Collecting(_ -> !mended.get(), null)))) {
      EnrichmentDeadLetters dead = enrichment.deadLetters();
      await(() -> allOf(dead, 4).size() == 30);
      assertThat(allOf(dead, 4).stream().map(letter -> letter.stored().id().shard()).distinct())
          .hasSize(SHARDS);

      mended.set(true);
      assertThat(dead.redrive(Redrive.atMost(7))).isEqualTo(7);
      assertThat(allOf(dead, 10_000)).hasSize(23);
      assertThat(dead.redrive(Redrive.everything().atRate(100))).isEqualTo(23);
      assertThat(allOf(dead, 10_000)).isEmpty();
      awaitApplied(enrichment, 30);
      assertThat(dead.discardAll()).isZero();
    }
  }

  private static List<EnrichmentDeadLetter> allOf(EnrichmentDeadLetters dead, int page) {
    List<EnrichmentDeadLetter> all = new ArrayList<>();
    List<EnrichmentDeadLetter> read = dead.read(page, Optional.empty());
    while (!read.isEmpty()) {
      all.addAll(read);
      read = dead.read(page, Optional.of(read.getLast().stored().id()));
    }
    return all;
  }

  @Test
  void a_shard_that_is_followed_no_more_shows_nothing_under_way_and_keeps_its_counters() {
    append(0, 100, 5);
    Enrichment<String> enrichment = begin(Collecting.job());
    awaitStates(enrichment);
    awaitApplied(enrichment, 100);
    assertThat(enrichment.status().values())
        .anySatisfy(status -> assertThat(status.keysCached()).isPositive());
    enrichment.close();
    assertThat(enrichment.status().values())
        .hasSize(SHARDS)
        .allSatisfy(status -> assertThat(status).isEqualTo(status.atRest()));
    assertThat(counters(enrichment).applied()).isEqualTo(100);
  }

  @Test
  void outputs_are_appended_once_for_each_event_also_if_it_is_read_again() {
    create(OUT);
    append(0, 100, 5);
    try (Enrichment<String> enrichment = begin(Collecting.job(new Collecting(_ -> false, OUT)))) {
      await(() -> outputs().size() == 100);
      stream().group(Enrichment.group("all", 1)).seek(Start.earliest());
      await(() -> counters(enrichment).replayed() == 100);
      append(100, 1, 1);
      await(() -> outputs().contains("k0: of 100"));
      assertThat(outputs()).hasSize(101).doesNotHaveDuplicates();
    }
    for (String key : expected.keySet()) {
      assertThat(outputs().stream().filter(it -> it.startsWith(key + ":")))
          .containsExactlyElementsOf(
              expectedOf(key).stream().map(it -> key + ": of " + it).toList());
    }
  }

  @Test
  void a_new_version_has_states_of_its_own() {
    append(0, 50, 5);
    try (Enrichment<String> first = begin(Collecting.job())) {
      awaitStates(first);
      EnrichmentJob<String> job = Collecting.job();
      try (Enrichment<String> second =
          begin(new EnrichmentJob<>(job.enricher(), job.states(), job.options(), 2))) {
        awaitStates(second);
        awaitApplied(second, 50);
      }
      assertStates(first);
    }
  }

  @Test
  void a_stream_that_is_created_again_starts_afresh() {
    append(0, 50, 5);
    try (Enrichment<String> enrichment = begin(Collecting.job())) {
      awaitStates(enrichment);
    }
    streams.delete(EDITS);
    create(EDITS);
    expected.clear();
    append(100, 10, 5);
    try (Enrichment<String> enrichment = begin(Collecting.job())) {
      awaitStates(enrichment);
    }
  }

  @Test
  void states_may_be_stored_by_the_users_own_client_that_compares_and_sets() {
    append(0, 500, 5);
    Map<Bytes, StateRow<String>> table = new ConcurrentHashMap<>();
    table.put(Bytes.utf8("k0"), new StateRow<>("before", 1, -1));
    expectedOf("k0").addFirst("before");
    EnrichmentJob<String> job = Collecting.job();
    States<String> states = owner -> new ComparingStates(table, owner.generation());
    EnrichmentJob<String> own = new EnrichmentJob<>(job.enricher(), states, job.options(), 1);
    try (Enrichment<String> enrichment = begin(own)) {
      awaitStates(enrichment);
    }
    append(500, 100, 5);
    try (Enrichment<String> enrichment = begin(own)) {
      awaitStates(enrichment);
      assertThat(enrichment.state(Bytes.utf8("absent"))).isEmpty();
    }
    assertThat(table).hasSize(5);
  }

  private record ComparingStates(Map<Bytes, StateRow<String>> table, long generation)
      implements KeyedStateClient<Bytes, String> {

    @Override
    public CompletionStage<@Nullable StateRow<String>> read(Bytes key) {
      return CompletableFuture.completedFuture(table.get(key));
    }

    @Override
    public CompletionStage<WriteResult> write(
        Bytes key, @Nullable StateRow<String> expected, StateRow<String> row) {
      assertThat(row.generation()).isEqualTo(generation);
      StateRow<String> now =
          table.compute(key, (_, there) -> Objects.equals(there, expected) ? row : there);
      return CompletableFuture.completedFuture(
          row.equals(now) ? WriteResult.APPLIED : WriteResult.CONFLICT);
    }
  }

  @Test
  void events_without_a_key_are_counted_and_skipped() {
    var _ = stream().append(List.of(Event.of(Bytes.utf8("no key"))));
    append(0, 10, 1);
    try (Enrichment<String> enrichment = begin(Collecting.job())) {
      awaitStates(enrichment);
      await(() -> enrichment.withoutKey() == 1);
    }
  }

  private Enrichment<String> begin(EnrichmentJob<String> job) {
    return Enrichment.start(context, streams, EDITS, "all", job);
  }

  private void create(StreamName name) {
    var _ = streams.create(name, StreamOptions.DEFAULT.shards(SHARDS));
  }

  private Stream stream() {
    return streams.stream(EDITS);
  }

  private void append(int first, int count, int keys) {
    List<Event> events = new ArrayList<>();
    for (int i = first; i < first + count; i++) {
      String key = "k" + i % keys;
      expectedOf(key).add(Integer.toString(i));
      events.add(Event.builder(Bytes.utf8(Integer.toString(i))).key(Bytes.utf8(key)).build());
    }
    var _ = stream().append(events);
  }

  private List<String> expectedOf(String key) {
    return expected.computeIfAbsent(key, _ -> new ArrayList<>());
  }

  private List<String> outputs() {
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

  private static String text(Bytes bytes) {
    return Collecting.CODEC.decode(bytes);
  }

  private EnrichmentDeadLetter awaitLetter(Enrichment<String> enrichment) {
    await(() -> !letters(enrichment).isEmpty());
    return letters(enrichment).getFirst();
  }

  private static List<EnrichmentDeadLetter> letters(Enrichment<String> enrichment) {
    return enrichment.deadLetters().read(10, Optional.empty());
  }

  private void awaitStates(Enrichment<String> enrichment) {
    await(() -> expected.keySet().stream().allMatch(key -> isComplete(enrichment, key)));
    assertStates(enrichment);
  }

  private boolean isComplete(Enrichment<String> enrichment, String key) {
    return enrichment.state(Bytes.utf8(key)).map(KeyState::state).stream()
        .anyMatch(state -> state.length() >= String.join(" ", expectedOf(key)).length());
  }

  private void assertStates(Enrichment<String> enrichment) {
    expected.forEach(
        (key, payloads) ->
            assertThat(enrichment.state(Bytes.utf8(key)).orElseThrow().state())
                .isEqualTo(String.join(" ", payloads)));
  }

  /** What is told of a shard is a moment old. */
  private static void awaitApplied(Enrichment<String> enrichment, int count) {
    await(() -> counters(enrichment).applied() >= count);
    assertThat(counters(enrichment).applied()).isEqualTo(count);
  }

  private static EnrichmentStatus.Counters counters(Enrichment<String> enrichment) {
    long applied = 0;
    long replayed = 0;
    long rounds = 0;
    for (EnrichmentStatus status : enrichment.status().values()) {
      applied += status.counters().applied();
      replayed += status.counters().replayed();
      rounds += status.counters().rounds();
    }
    return new EnrichmentStatus.Counters(
        0, rounds, applied, replayed, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(5_000_000);
    }
  }
}
