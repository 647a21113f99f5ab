package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.EventId;
import io.messina.api.Position;
import io.messina.api.Redrive;
import io.messina.api.Start;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.stream.follow.JobLetters;
import io.messina.testkit.SystemWaiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Enrichments of a stream on an embedded store. */
@Timeout(60)
class EnrichmentTest extends EnrichmentFixture {

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
  void an_output_has_the_trace_of_its_event() {
    create(OUT);
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333%d-01";
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      events.add(
          Event.builder(Bytes.utf8("e" + i))
              .key(Bytes.utf8("k"))
              .header("traceparent", trace.formatted(i + 1))
              .header("x", "y")
              .build());
    }
    var _ = stream().append(events);
    try (Enrichment<String> _ = begin(Collecting.job(new Collecting(_ -> false, OUT)))) {
      SystemWaiting.until(() -> outputs().size() == 3);
    }
    int shard = streams.stream(OUT).shardOf(Bytes.utf8("k"));
    List<StoredEvent> found =
        streams.stream(OUT).read(shard, Optional.of(Position.START), 10, Duration.ZERO).events();
    for (int i = 0; i < 3; i++) {
      assertThat(found.get(i).event().headers())
          .isEqualTo(Map.of("traceparent", trace.formatted(i + 1)));
    }
  }

  @Test
  void events_that_are_read_again_change_nothing() {
    append(0, 200, 10);
    try (Enrichment<String> enrichment = begin(Collecting.job())) {
      awaitStates(enrichment);
      stream().group(Enrichment.group("all", 1)).seek(Start.earliest());
      SystemWaiting.until(() -> counters(enrichment).replayed() == 200);
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
      Letter letter = awaitLetter(enrichment);
      assertThat(Collecting.text(letter.stored())).isEqualTo("7");
      assertThat(letter.reason()).contains("refused: 7");

      mended.set(true);
      stream().group(Enrichment.group("all", 1)).seek(Start.earliest());
      SystemWaiting.until(() -> counters(enrichment).replayed() == 19);
      assertStates(enrichment);
      Redrive redrive = Redrive.of(List.of(new EventId(letter.stored().id().toString())));
      assertThat(enrichment.deadLetters().redrive(redrive)).isEqualTo(1);
      expectedOf("k1").add("7");
      awaitStates(enrichment);
      assertThat(enrichment.deadLetters().redrive(redrive)).isZero();
      assertThat(letters(enrichment)).isEmpty();

      stream().group(Enrichment.group("all", 1)).seek(Start.earliest());
      SystemWaiting.until(() -> counters(enrichment).replayed() == 20);
      assertStates(enrichment);
    }
  }

  @Test
  void a_letter_that_is_discarded_stays_away() {
    append(0, 10, 1);
    try (Enrichment<String> enrichment = begin(Collecting.job(new Collecting("9"::equals, null)))) {
      Letter letter = awaitLetter(enrichment);
      List<EventAddress> ids = List.of(letter.stored().id());
      assertThat(enrichment.deadLetters().discard(ids)).isEqualTo(1);
      assertThat(letters(enrichment)).isEmpty();
      assertThat(
              enrichment
                  .deadLetters()
                  .redrive(Redrive.of(List.of(new EventId(ids.getFirst().toString())))))
          .isZero();
    }
  }

  @Test
  void letters_of_all_shards_are_read_by_pages_and_redriven_a_few_at_a_time() {
    AtomicBoolean mended = new AtomicBoolean();
    append(0, 30, 10);
    try (Enrichment<String> enrichment =
        begin(Collecting.job(new Collecting(_ -> !mended.get(), null)))) {
      JobLetters dead = enrichment.deadLetters();
      SystemWaiting.until(() -> allOf(dead, 4).size() == 30);
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

  @Test
  void redrives_at_the_same_time_count_only_what_each_of_them_has_appended() {
    AtomicBoolean mended = new AtomicBoolean();
    append(0, 300, 10);
    try (Enrichment<String> enrichment =
        begin(Collecting.job(new Collecting(_ -> !mended.get(), null)))) {
      JobLetters dead = enrichment.deadLetters();
      SystemWaiting.until(() -> allOf(dead, 10_000).size() == 300);
      mended.set(true);
      List<CompletableFuture<Integer>> redrives =
          IntStream.range(0, 4)
              .mapToObj(
                  _ ->
                      CompletableFuture.supplyAsync(
                          () -> dead.redrive(Redrive.everything()),
                          each -> Thread.ofVirtual().start(each)))
              .toList();
      assertThat(redrives.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(300);
    }
  }

  private static List<Letter> allOf(JobLetters dead, int page) {
    List<Letter> all = new ArrayList<>();
    List<Letter> read = dead.read(page, Optional.empty());
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
    assertThat(enrichment.status().answers().values())
        .anySatisfy(status -> assertThat(status.keysCached()).isPositive());
    enrichment.close();
    assertThat(enrichment.status().answers().values())
        .hasSize(SHARDS)
        .allSatisfy(status -> assertThat(status).isEqualTo(status.atRest()));
    assertThat(counters(enrichment).applied()).isEqualTo(100);
  }

  @Test
  void outputs_are_appended_once_for_each_event_also_if_it_is_read_again() {
    create(OUT);
    append(0, 100, 5);
    try (Enrichment<String> enrichment = begin(Collecting.job(new Collecting(_ -> false, OUT)))) {
      SystemWaiting.until(() -> outputs().size() == 100);
      stream().group(Enrichment.group("all", 1)).seek(Start.earliest());
      SystemWaiting.until(() -> counters(enrichment).replayed() == 100);
      append(100, 1, 1);
      SystemWaiting.until(() -> outputs().contains("k0: of 100"));
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
  void events_without_a_key_are_counted_and_skipped() {
    var _ = stream().append(List.of(Event.of(Bytes.utf8("no key"))));
    append(0, 10, 1);
    try (Enrichment<String> enrichment = begin(Collecting.job())) {
      awaitStates(enrichment);
      SystemWaiting.until(() -> enrichment.withoutKey() == 1);
    }
  }
}
