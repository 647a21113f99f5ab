package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.enrich.NewGeneration;
import io.messina.store.Bytes;
import io.messina.testkit.SystemWaiting;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Enrichments whose states are stored by a client of the user's. */
@Timeout(60)
class OwnTableTest extends EnrichmentFixture {

  @Test
  void states_may_be_stored_by_the_users_own_client_that_compares_and_sets() {
    append(0, 500, 5);
    ComparingStates.Table table = new ComparingStates.Table();
    table.put("k0", "before");
    expectedOf("k0").addFirst("before");
    try (Enrichment<String> enrichment = begin(own(table, 1, NewGeneration.KEEP))) {
      awaitStates(enrichment);
    }
    append(500, 100, 5);
    try (Enrichment<String> enrichment = begin(own(table, 1, NewGeneration.KEEP))) {
      awaitStates(enrichment);
      assertThat(enrichment.state(Bytes.utf8("absent"))).isEmpty();
    }
    assertThat(table.size()).isEqualTo(5);
  }

  @Test
  void a_stream_that_is_created_again_starts_afresh_in_the_users_own_table_if_asked_to() {
    ComparingStates.Table table = new ComparingStates.Table();
    append(0, 500, 5);
    try (Enrichment<String> enrichment = begin(own(table, 1, NewGeneration.AFRESH))) {
      awaitStates(enrichment);
    }
    streams.delete(EDITS);
    create(EDITS);
    expected.clear();
    append(1_000, 50, 5);
    try (Enrichment<String> enrichment = begin(own(table, 1, NewGeneration.AFRESH))) {
      awaitApplied(enrichment, 50);
      assertStates(enrichment);
    }
  }

  @Test
  void a_new_version_starts_afresh_in_the_users_own_table_if_asked_to_and_shows_no_former_state() {
    ComparingStates.Table table = new ComparingStates.Table();
    append(0, 500, 5);
    try (Enrichment<String> enrichment = begin(own(table, 1, NewGeneration.AFRESH))) {
      awaitStates(enrichment);
    }
    CompletableFuture<Void> gate = new CompletableFuture<>();
    table.writesAwait(gate);
    try (Enrichment<String> enrichment = begin(own(table, 2, NewGeneration.AFRESH))) {
      SystemWaiting.until(() -> table.waits());
      assertThat(enrichment.state(Bytes.utf8("k0"))).isEmpty();
      gate.complete(null);
      awaitApplied(enrichment, 500);
      assertStates(enrichment);
    }
  }

  @Test
  void a_stream_that_is_created_again_goes_on_with_the_states_in_the_users_own_table() {
    ComparingStates.Table table = new ComparingStates.Table();
    append(0, 500, 5);
    try (Enrichment<String> enrichment = begin(own(table, 1, NewGeneration.KEEP))) {
      awaitStates(enrichment);
    }
    streams.delete(EDITS);
    create(EDITS);
    append(1_000, 50, 5);
    try (Enrichment<String> enrichment = begin(own(table, 1, NewGeneration.KEEP))) {
      awaitApplied(enrichment, 50);
    }
    assertThat(table.size()).isEqualTo(5);
    expected.forEach(
        (key, payloads) -> assertThat(table.state(key)).isEqualTo(String.join(" ", payloads)));
  }

  @Test
  void a_new_version_applies_no_event_twice_to_the_states_in_the_users_own_table() {
    ComparingStates.Table table = new ComparingStates.Table();
    append(0, 500, 5);
    try (Enrichment<String> enrichment = begin(own(table, 1, NewGeneration.KEEP))) {
      awaitStates(enrichment);
    }
    append(500, 5, 5);
    try (Enrichment<String> enrichment = begin(own(table, 2, NewGeneration.KEEP))) {
      awaitApplied(enrichment, 5);
      awaitStates(enrichment);
    }
  }

  static EnrichmentJob<String> own(
      ComparingStates.Table table, int version, NewGeneration newGeneration) {
    EnrichmentJob<String> job = Collecting.job();
    States<String> states = owner -> new ComparingStates(table, owner.generation());
    States<String> chosen = newGeneration == NewGeneration.KEEP ? states : states.afresh();
    return new EnrichmentJob<>(job.enricher(), chosen, job.options(), version);
  }
}
