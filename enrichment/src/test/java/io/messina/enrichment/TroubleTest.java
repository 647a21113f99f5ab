package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.DeathCause;
import io.messina.api.EventId;
import io.messina.api.Redrive;
import io.messina.api.Start;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.KeyFull;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.LastAttempt;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.store.ForwardingStore;
import io.messina.store.PlainBatch;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.testkit.SystemWaiting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a store refuses, for good or for a while, is told, and stops no other key. */
@Timeout(60)
class TroubleTest extends EnrichmentFixture {

  @Test
  void a_state_that_is_too_large_is_refused_at_once_and_its_event_can_be_redriven() {
    AtomicBoolean mended = new AtomicBoolean();
    StateCodec<String> codec =
        new StateCodec<>() {

          @Override
          public Bytes encode(String state) {
            boolean large = state.contains("7") && !mended.get();
            return large
                ? Bytes.wrap(new byte[store.limits().valueBytesMax() + 1])
                : Collecting.CODEC.encode(state);
          }

          @Override
          public String decode(Bytes stored) {
            return Collecting.CODEC.decode(stored);
          }
        };
    append(0, 7, 1);
    EnrichmentJob<String> job =
        new EnrichmentJob<>(
            Collecting.job().enricher(), States.inStore(codec), EnrichmentOptions.DEFAULT, 1);
    try (Enrichment<String> enrichment = begin(job)) {
      awaitStates(enrichment);
      append(7, 1, 1);
      expectedOf("k0").removeLast();
      Letter letter = awaitLetter(enrichment);
      assertThat(letter.cause()).isEqualTo(DeathCause.WRITE);
      assertThat(letter.applied()).contains("no");
      assertThat(letter.attempts()).isEqualTo(1);
      assertStates(enrichment);
      mended.set(true);
      var _ =
          enrichment
              .deadLetters()
              .redrive(Redrive.of(List.of(new EventId(letter.stored().id().toString()))));
      expectedOf("k0").add("7");
      awaitStates(enrichment);
    }
  }

  @Test
  void an_error_of_an_enricher_is_a_dead_letter_and_no_loop() {
    Collecting overflowing =
        new Collecting(
            payload -> {
              if (payload.equals("3")) {
                throw new StackOverflowError();
              }
              return false;
            },
            null);
    append(0, 7, 1);
    expectedOf("k0").remove("3");
    try (Enrichment<String> enrichment = begin(Collecting.job(overflowing))) {
      Letter letter = awaitLetter(enrichment);
      assertThat(letter.cause()).isEqualTo(DeathCause.ENRICH);
      assertThat(letter.reason()).contains("StackOverflowError");
      awaitStates(enrichment);
      assertThat(enrichment.troubles().answers()).isEmpty();
    }
  }

  @Test
  void what_ends_a_shard_otherwise_is_told_and_tried_ever_less_often() {
    AtomicBoolean mended = new AtomicBoolean();
    List<Long> begins = new CopyOnWriteArrayList<>();
    Collecting ofTheProcess =
        new Collecting(
            payload -> {
              if (payload.equals("3") && !mended.get()) {
                begins.add(context.time().nanoTime());
                throw new OutOfMemoryError("not really");
              }
              return false;
            },
            null);
    append(0, 7, 1);
    try (Enrichment<String> enrichment = begin(Collecting.job(ofTheProcess))) {
      SystemWaiting.until(() -> begins.size() >= 5);
      assertThat(enrichment.troubles().answers().values())
          .containsExactly(
              "it ends, and begins again at its last progress: java.lang.OutOfMemoryError: not"
                  + " really");
      assertThat(begins.get(4) - begins.get(3)).isGreaterThan(Duration.ofSeconds(1).toNanos());
      mended.set(true);
      awaitStates(enrichment);
      SystemWaiting.until(() -> enrichment.troubles().answers().isEmpty());
    }
  }

  @Test
  void a_shard_that_has_stopped_within_a_page_continues_after_a_seek() {
    AtomicBoolean mended = new AtomicBoolean();
    Collecting collecting = new Collecting(payload -> payload.equals("3") && !mended.get(), null);
    append(0, 7, 1);
    EnrichmentOptions oneByOne =
        EnrichmentOptions.DEFAULT
            .buffer(new EnrichmentOptions.Buffer(1, 1, KeyFull.BLOCK, 1))
            .lastAttempt(LastAttempt.STOP);
    EnrichmentJob<String> job =
        new EnrichmentJob<>(collecting, States.inStore(Collecting.CODEC), oneByOne, 1);
    try (Enrichment<String> enrichment = begin(job)) {
      SystemWaiting.until(() -> !enrichment.troubles().answers().isEmpty());
      mended.set(true);
      stream().group(Enrichment.group("all", 1)).seek(Start.earliest());
      awaitStates(enrichment);
    }
  }

  @Test
  void a_client_that_throws_has_failed_to_answer() {
    ComparingStates.Table table = new ComparingStates.Table();
    AtomicInteger asked = new AtomicInteger();
    States<String> states =
        owner -> new Throwing(new ComparingStates(table, owner.generation()), asked);
    append(0, 7, 1);
    EnrichmentJob<String> job =
        new EnrichmentJob<>(Collecting.job().enricher(), states, EnrichmentOptions.DEFAULT, 1);
    try (Enrichment<String> enrichment = begin(job)) {
      SystemWaiting.until(() -> asked.get() >= 3);
      awaitStates(enrichment);
      assertThat(enrichment.troubles().answers()).isEmpty();
    }
  }

  @Test
  void a_dead_letter_that_cannot_be_stored_is_told_and_stored_once_it_can_be() {
    AtomicBoolean refuses = new AtomicBoolean();
    Context refusing =
        new Context(
            new ForwardingStore(store) {
              @Override
              public void write(PlainBatch batch) {
                if (refuses.get()
                    && batch.partition().table().equals(OfferedEvents.LAYOUT.table())) {
                  throw new IllegalArgumentException("no such letters");
                }
                super.write(batch);
              }
            },
            context.time(),
            context.random(),
            context.threads());
    append(0, 10, 1);
    try (Enrichment<String> enrichment =
        Enrichment.start(
            refusing, streams, EDITS, "all", Collecting.job(new Collecting("10"::equals, null)))) {
      awaitStates(enrichment);
      refuses.set(true);
      append(10, 1, 1);
      expectedOf("k0").removeLast();
      SystemWaiting.until(() -> !enrichment.troubles().answers().isEmpty());
      assertThat(enrichment.troubles().answers().values())
          .containsExactly(
              "a dead letter cannot be stored: java.lang.IllegalArgumentException: no such"
                  + " letters");
      assertThat(letters(enrichment)).isEmpty();
      refuses.set(false);
      awaitLetter(enrichment);
      append(11, 1, 1);
      awaitStates(enrichment);
      SystemWaiting.until(() -> enrichment.troubles().answers().isEmpty());
    }
  }

  @Test
  void outputs_that_cannot_be_appended_are_told_and_appended_once_they_can_be() {
    append(0, 10, 1);
    try (Enrichment<String> enrichment = begin(Collecting.job(new Collecting(_ -> false, OUT)))) {
      SystemWaiting.until(() -> !enrichment.troubles().answers().isEmpty());
      assertThat(enrichment.troubles().answers().values())
          .singleElement()
          .asString()
          .startsWith("outputs to out cannot be appended: ");
      create(OUT);
      SystemWaiting.until(() -> outputs().size() == 10);
      SystemWaiting.until(() -> enrichment.troubles().answers().equals(Map.of()));
    }
  }

  /** Throws where it is asked first. */
  private record Throwing(KeyedStateClient<Bytes, String> states, AtomicInteger asked)
      implements KeyedStateClient<Bytes, String> {

    @Override
    public CompletionStage<@Nullable StateRow<String>> read(Bytes key) {
      if (asked.incrementAndGet() < 3) {
        throw new IllegalStateException("no connection");
      }
      return states.read(key);
    }

    @Override
    public CompletionStage<WriteResult> write(
        Bytes key, @Nullable StateRow<String> expected, StateRow<String> row) {
      return states.write(key, expected, row);
    }

    @Override
    public boolean isComparing() {
      return true;
    }
  }
}
