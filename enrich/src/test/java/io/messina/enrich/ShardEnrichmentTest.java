package io.messina.enrich;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.enrich.EnrichmentOptions.Buffer;
import io.messina.enrich.EnrichmentOptions.Cache;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShardEnrichmentTest {

  private static final EnrichmentOptions ONE_PERMIT = EnrichmentOptions.DEFAULT.permits(1);
  private static final long SECOND = 1_000_000_000;

  private final Asked asked = new Asked();
  private long now;
  private ShardEnrichment<String, List<Edit>, List<Edit>, List<Edit>> core =
      enrichment(EnrichmentOptions.DEFAULT, OutputsPer.EVENT);

  private ShardEnrichment<String, List<Edit>, List<Edit>, List<Edit>> enrichment(
      EnrichmentOptions options, OutputsPer outputs) {
    return new ShardEnrichment<>(
        options, new Journal(outputs), new ShardStart(7, 1, 0), asked, new SplittableRandom(1));
  }

  private boolean offer(String key, long position) {
    return offer(key, position, false);
  }

  private boolean offer(String key, long position, boolean fails) {
    return core.offer(
        key, position, List.of(new Edit(key, (int) position, position, fails)), 10, now);
  }

  private void none() {
    core.read(asked.lastAttempt(), null, now);
  }

  private void applied() {
    core.written(asked.lastAttempt(), WriteResult.APPLIED, now);
  }

  private void fails(Throwable cause) {
    core.failed(asked.lastAttempt(), cause, now);
  }

  private void pass(long nanos) {
    now += nanos;
    core.tick(now);
  }

  private SlotPhase phase(String key) {
    return Objects.requireNonNull(core.statusOf(key, now)).phase();
  }

  private static StateRow<List<Edit>> row(long generation, long... positions) {
    List<Edit> edits =
        Arrays.stream(positions).mapToObj(at -> new Edit("a", (int) at, at, false)).toList();
    return new StateRow<>(edits, generation, positions[positions.length - 1]);
  }

  @Test
  void the_time_of_requests_counts_from_when_they_are_sent_to_their_answer() {
    offer("a", 1);
    now += 300;
    none();
    now += 50;
    applied();
    assertThat(core.status().counters().requests()).isEqualTo(2);
    assertThat(core.status().counters().requestNanos()).isEqualTo(350);
  }

  @Test
  void events_that_come_while_a_key_is_read_share_its_write() {
    offer("a", 1);
    offer("a", 2);
    none();
    offer("a", 3);
    offer("a", 4);
    applied();
    applied();
    assertThat(asked.take())
        .containsExactly(
            "read a",
            "write a [1, 2]",
            "emit a [1]",
            "emit a [2]",
            "write a [1, 2, 3, 4]",
            "emit a [3]",
            "emit a [4]");
    assertThat(core.completeTo()).isEqualTo(5);
    assertThat(core.status().counters().rounds()).isEqualTo(2);
    assertThat(core.status().counters().applied()).isEqualTo(4);
  }

  @Test
  void a_round_takes_no_more_events_than_it_may() {
    core =
        enrichment(
            EnrichmentOptions.DEFAULT.buffer(new Buffer(1 << 20, 10, KeyFull.BLOCK, 2)),
            OutputsPer.ROUND);
    offer("a", 1);
    offer("a", 2);
    offer("a", 3);
    none();
    applied();
    applied();
    assertThat(asked.take())
        .containsExactly(
            "read a", "write a [1, 2]", "emit a [1, 2]", "write a [1, 2, 3]", "emit a [3]");
  }

  @Test
  void keys_get_permits_in_turn_also_beside_a_hot_one() {
    core = enrichment(ONE_PERMIT, OutputsPer.EVENT);
    offer("hot", 1);
    offer("b", 2);
    offer("c", 3);
    none();
    offer("hot", 4);
    applied();
    assertThat(asked.take()).endsWith("read b");
    none();
    applied();
    assertThat(asked.take()).endsWith("read c");
    none();
    applied();
    assertThat(asked.take()).endsWith("write hot [1, 4]");
    assertThat(core.status().permitsInUse()).isEqualTo(1);
  }

  @Test
  void progress_waits_for_the_lowest_unfinished_event() {
    offer("a", 1);
    offer("b", 2);
    none();
    applied();
    assertThat(core.completeTo()).isEqualTo(1);
    assertThat(core.status().eventsBuffered()).isEqualTo(1);
    core.read(asked.attempts.get(0), null, now);
    applied();
    assertThat(core.completeTo()).isEqualTo(3);
  }

  @Test
  void what_the_row_includes_is_emitted_again_and_not_applied() {
    offer("a", 1);
    offer("a", 2);
    offer("a", 3);
    core.read(asked.lastAttempt(), row(7, 1, 2), now);
    assertThat(asked.take())
        .as("a write that is under way may take 1 and 2 away, until the row is written anew")
        .containsExactly("read a", "write a [1, 2]");
    assertThat(core.completeTo()).isEqualTo(1);
    applied();
    assertThat(asked.take()).containsExactly("emit a [1]", "emit a [2]", "write a [1, 2, 3]");
    assertThat(core.completeTo()).isEqualTo(3);
  }

  @Test
  void what_the_row_includes_is_finished_at_once_where_writes_compare() {
    core = startingAt(new ShardStart(7, 1, 0, true));
    offer("a", 1);
    core.read(asked.lastAttempt(), row(7, 1), now);
    assertThat(asked.take()).containsExactly("read a", "emit a [1]");
    assertThat(phase("a")).isEqualTo(SlotPhase.IDLE);
  }

  @Test
  void what_a_former_process_may_have_applied_is_in_doubt_until_the_row_is_ones_own() {
    core = startingAt(new ShardStart(7, 1, Long.MAX_VALUE));
    offer("a", 2, true);
    core.read(asked.lastAttempt(), row(7, 1), now);
    assertThat(asked.take()).containsExactly("read a", "letter 2 ENRICH UNKNOWN");
    stored(0);
    offer("a", 3);
    offer("a", 4, true);
    applied();
    assertThat(asked.take()).containsExactly("write a [1, 3]", "emit a [3]", "letter 4 ENRICH NO");
    stored(1);
    offer("a", 5);
    fails(new StateRefusedException("too large"));
    assertThat(asked.take()).endsWith("letter 5 WRITE UNKNOWN");
  }

  private void stored(int letter) {
    core.deadLetterStored(asked.letterIds.get(letter), now);
  }

  private ShardEnrichment<String, List<Edit>, List<Edit>, List<Edit>> startingAt(ShardStart start) {
    return new ShardEnrichment<>(
        EnrichmentOptions.DEFAULT,
        new Journal(OutputsPer.EVENT),
        start,
        asked,
        new SplittableRandom(1));
  }

  @Test
  void a_row_that_cannot_be_written_anew_sets_aside_what_it_includes() {
    core =
        enrichment(
            EnrichmentOptions.DEFAULT.retry(
                new RequestRetries(1, List.of(Duration.ofSeconds(1)), 0)),
            OutputsPer.EVENT);
    offer("a", 1);
    core.read(asked.lastAttempt(), row(7, 1), now);
    fails(new TimeoutException());
    assertThat(asked.take()).containsExactly("read a", "write a [1]", "letter 1 WRITE UNKNOWN");
  }

  @Test
  void a_row_of_a_former_generation_counts_as_none() {
    offer("a", 1);
    core.read(asked.lastAttempt(), row(6, 1, 2, 3), now);
    assertThat(asked.take()).containsExactly("read a", "write a [1]");
    assertThat(asked.lastRow().generation()).isEqualTo(7);
  }

  @Test
  void what_is_included_counts_on_where_states_stay_and_the_stream_is_the_same() {
    core = startingAt(new ShardStart(7, 1, 0, true, NewGeneration.KEEP, 6));
    offer("a", 3);
    offer("a", 4);
    core.read(asked.lastAttempt(), row(6, 1, 2, 3), now);
    assertThat(asked.take()).containsExactly("read a", "emit a [3]", "write a [1, 2, 3, 4]");
    assertThat(asked.lastRow().version()).isEqualTo("7:4");
  }

  @Test
  void a_row_of_a_later_generation_stops_it() {
    offer("a", 1);
    core.read(asked.lastAttempt(), row(8, 1), now);
    assertThat(asked.take()).containsExactly("read a", "stopped generation 8 has begun, after 7");
    assertThat(offer("a", 2)).isFalse();
    assertThat(core.completeTo()).isEqualTo(1);
  }

  @Test
  void an_event_that_fails_its_enricher_is_set_aside_alone() {
    offer("a", 1);
    offer("a", 2, true);
    offer("a", 3);
    none();
    assertThat(asked.take()).containsExactly("read a", "letter 2 ENRICH NO");
    assertThat(phase("a")).isEqualTo(SlotPhase.SETTING_ASIDE);
    core.deadLetterStored(asked.letterIds.get(0), now);
    applied();
    assertThat(asked.take()).containsExactly("write a [1, 3]", "emit a [1]", "emit a [3]");
    assertThat(core.completeTo()).isEqualTo(4);
  }

  @Test
  void a_dead_letter_that_is_appended_anew_is_applied() {
    offer("a", 1, true);
    none();
    core.deadLetterStored(asked.letterIds.get(0), now);
    offer("a", 2);
    applied();
    offer("a", 3);
    applied();
    assertThat(asked.lastRow().state())
        .extracting(Edit::position)
        .as("position 3 is the event of position 1")
        .containsExactly(2L, 3L);
  }

  @Test
  void after_six_attempts_the_events_are_set_aside_and_their_key_goes_on() {
    offer("a", 1);
    for (int i = 1; i < 6; i++) {
      fails(new TimeoutException());
      assertThat(core.nanosToTick(now)).isBetween(SECOND, 6 * SECOND);
      offer("a", 1 + i);
      pass(6 * SECOND);
    }
    fails(new TimeoutException());
    assertThat(asked.take()).endsWith("read a", "letter 1 READ NO");
    assertThat(asked.letters.get(0).attempts()).isEqualTo(6);
    core.deadLetterStored(asked.letterIds.get(0), now);
    none();
    assertThat(asked.take()).containsExactly("read a", "write a [2, 3, 4, 5, 6]");
  }

  @Test
  void it_stops_instead_if_told_to() {
    core = enrichment(EnrichmentOptions.DEFAULT.lastAttempt(LastAttempt.STOP), OutputsPer.EVENT);
    offer("a", 1);
    fails(new StateRefusedException("unreadable"));
    assertThat(asked.take())
        .containsExactly(
            "read a",
            "stopped the event at 1 of a failed: " + new StateRefusedException("unreadable"));
    assertThat(core.completeTo()).isEqualTo(1);
  }

  @Test
  void a_write_that_was_not_answered_is_in_doubt() {
    core =
        enrichment(
            EnrichmentOptions.DEFAULT.retry(
                new RequestRetries(1, List.of(Duration.ofSeconds(1)), 0)),
            OutputsPer.EVENT);
    offer("a", 1);
    none();
    pass(5 * SECOND);
    assertThat(asked.take()).endsWith("letter 1 WRITE UNKNOWN");
    assertThat(core.status().counters().timeouts()).isEqualTo(1);
  }

  @Test
  void late_answers_are_ignored_and_counted() {
    offer("a", 1);
    long first = asked.lastAttempt();
    pass(5 * SECOND);
    pass(2 * SECOND);
    core.read(first, row(7, 1), now);
    assertThat(asked.take()).containsExactly("read a", "read a");
    assertThat(core.status().counters().lateAnswers()).isEqualTo(1);
  }

  @Test
  void after_a_conflict_the_row_is_read_again() {
    offer("a", 1);
    offer("a", 2);
    none();
    core.written(asked.lastAttempt(), WriteResult.CONFLICT, now);
    core.read(asked.lastAttempt(), row(7, 1), now);
    assertThat(asked.take()).containsExactly("read a", "write a [1, 2]", "read a", "write a [1]");
    applied();
    assertThat(asked.take()).containsExactly("emit a [1]", "write a [1, 2]");
  }

  @Test
  void a_full_key_blocks() {
    assertThat(fullKey(KeyFull.BLOCK)).isFalse();
    assertThat(asked.take()).containsExactly("read a");
  }

  @Test
  void a_full_key_sets_aside() {
    assertThat(fullKey(KeyFull.DEAD_LETTER)).isTrue();
    assertThat(asked.take()).containsExactly("read a", "letter 2 KEY_FULL NO");
    none();
    assertThat(asked.take()).as("a write would say that 2 was applied").isEmpty();
    core.deadLetterStored(asked.letterIds.get(0), now);
    assertThat(asked.take()).containsExactly("write a [1]");
  }

  @Test
  void a_full_key_fails() {
    assertThat(fullKey(KeyFull.FAIL)).isFalse();
    assertThat(asked.take()).containsExactly("read a", "stopped a has 1 events waiting");
  }

  private boolean fullKey(KeyFull keyFull) {
    core =
        enrichment(
            EnrichmentOptions.DEFAULT.buffer(new Buffer(1 << 20, 1, keyFull, 1)), OutputsPer.EVENT);
    offer("a", 1);
    return offer("a", 2);
  }

  @Test
  void nothing_is_taken_beyond_the_bytes_that_may_be_buffered() {
    core =
        enrichment(
            EnrichmentOptions.DEFAULT.buffer(new Buffer(100, 10, KeyFull.BLOCK, 10)),
            OutputsPer.EVENT);
    assertThat(List.of(offer("a", 1), offer("b", 2), offer("c", 3)))
        .containsExactly(true, true, false);
    none();
    applied();
    assertThat(offer("c", 3)).isTrue();
  }

  @Test
  void a_state_is_cached_for_its_time() {
    offer("a", 1);
    none();
    applied();
    pass(100 * SECOND);
    offer("a", 2);
    applied();
    pass(119 * SECOND);
    offer("a", 3);
    applied();
    assertThat(core.status().keysCached()).isEqualTo(1);
    assertThat(core.nanosToTick(now)).isEqualTo(120 * SECOND);
    pass(120 * SECOND);
    assertThat(core.status().keysCached()).isZero();
    offer("a", 4);
    assertThat(asked.take())
        .filteredOn(word -> !word.startsWith("emit"))
        .containsExactly("read a", "write a [1]", "write a [1, 2]", "write a [1, 2, 3]", "read a");
    assertThat(core.status().counters().cacheHits()).isEqualTo(2);
  }

  @Test
  void the_state_that_was_used_longest_ago_leaves_the_cache_first() {
    core =
        enrichment(
            EnrichmentOptions.DEFAULT.cache(new Cache(Duration.ofMinutes(2), 350)),
            OutputsPer.EVENT);
    for (String key : List.of("a", "b", "a", "c")) {
      offer(key, core.completeTo());
      if (asked.take().contains("read " + key)) {
        none();
      }
      applied();
      asked.take();
    }
    offer("a", 5);
    offer("b", 6);
    assertThat(asked.take()).containsExactly("write a [1, 3, 5]", "read b");
  }

  @Test
  void a_key_tells_why_it_waits() {
    core = enrichment(ONE_PERMIT, OutputsPer.EVENT);
    offer("a", 1);
    offer("b", 2);
    fails(new TimeoutException("slow"));
    now += SECOND / 2;
    assertThat(core.statusOf("a", now))
        .isEqualTo(
            new KeyStatus(
                SlotPhase.BACKING_OFF,
                1,
                1,
                Duration.ofMillis(500),
                1,
                "java.util.concurrent.TimeoutException: slow"));
    assertThat(phase("b")).isEqualTo(SlotPhase.READING);
    assertThat(core.statusOf("c", now)).isNull();
  }

  @Test
  void what_is_not_finished_can_be_shown_in_its_order() {
    offer("a", 1);
    offer("b", 2);
    offer("a", 3);
    none();
    applied();
    StringBuilder shown = new StringBuilder();
    core.forEachUnfinished((position, event) -> shown.append(position).append(' '));
    assertThat(shown).hasToString("1 3 ");
  }

  @Test
  void the_wrong_number_of_outputs_fails_the_events() {
    core =
        new ShardEnrichment<>(
            EnrichmentOptions.DEFAULT,
            new WithoutOutputs(),
            new ShardStart(7, 1, 0),
            asked,
            new SplittableRandom(1));
    offer("a", 1);
    none();
    assertThat(asked.letters.get(0).error()).endsWith("outputs: 0 (expected: 1)");
  }

  private static final class WithoutOutputs
      implements Enricher<String, List<Edit>, List<Edit>, List<Edit>> {

    @Override
    public Enriched<List<Edit>, List<Edit>> enrich(
        String key, @Nullable List<Edit> state, List<List<Edit>> events) {
      return new Enriched<>(List.of(), List.of());
    }

    @Override
    public List<List<Edit>> emitAgain(
        String key, @Nullable List<Edit> state, List<List<Edit>> events) {
      return List.of();
    }
  }

  @Test
  void events_of_a_key_come_in_the_order_of_their_positions() {
    offer("a", 2);
    assertThatThrownBy(() -> offer("a", 2)).hasMessage("position: 2 (expected: above 2)");
    assertThat(offer("a", 3)).isTrue();
  }

  @Test
  void an_event_that_is_offered_again_is_emitted_again() {
    assertThat(offeredAgain()).containsExactly("emit a [1]");
    assertThat(phase("a")).isEqualTo(SlotPhase.IDLE);
  }

  /** What is asked once an event is offered again that the cached row includes. */
  List<String> offeredAgain() {
    offer("a", 1);
    none();
    applied();
    asked.take();
    offer("a", 1);
    return asked.take();
  }

  private boolean offerAt(int partition, long position, int sub) {
    Edit edit = new Edit("a", asked.rows.size(), position, false);
    return core.offer("a", partition, position, sub, List.of(edit), 10, now);
  }

  @Test
  void a_key_that_moves_to_a_partition_with_lower_positions_loses_no_event() {
    assertThat(offerAt(0, 1_000, 0)).isTrue();
    none();
    applied();
    assertThat(offerAt(1, 5, 0)).isTrue();
    applied();
    assertThat(asked.lastRow().version()).isEqualTo("7:1/5,0/1000");
    // After a failure both come again.
    assertThat(offerAt(0, 1_000, 0)).isTrue();
    applied();
    assertThat(offerAt(1, 5, 0)).isTrue();
    applied();
    assertThat(core.status().counters().applied()).isEqualTo(2);
    assertThat(core.status().counters().replayed()).isEqualTo(2);
    assertThat(core.oldestUnfinished()).isNull();
  }

  @Test
  void events_of_several_partitions_do_not_share_a_round() {
    assertThat(offerAt(0, 10, 0)).isTrue();
    assertThat(offerAt(0, 11, 0)).isTrue();
    assertThat(offerAt(1, 3, 0)).isTrue();
    assertThat(offerAt(0, 11, 0)).as("once more").isTrue();
    none();
    assertThat(asked.lastRow().version()).isEqualTo("7:0/11");
    applied();
    assertThat(asked.lastRow().version()).isEqualTo("7:1/3,0/11");
    applied();
    assertThat(core.status().counters().applied()).isEqualTo(3);
    assertThat(core.oldestUnfinished()).isNull();
  }

  @Test
  void events_of_one_position_are_all_applied_where_they_are_numbered() {
    assertThat(offerAt(0, 10, 0)).isTrue();
    none();
    applied();
    assertThat(offerAt(0, 10, 1)).isTrue();
    applied();
    assertThat(asked.lastRow().version()).isEqualTo("7:0/10.1");
    assertThat(core.status().counters().applied()).isEqualTo(2);
    assertThat(offerAt(0, 11, 1)).isTrue();
    assertThatThrownBy(() -> offerAt(0, 11, 1))
        .hasMessage("position: 0/11.1 (expected: above 0/11.1)");
  }

  @Test
  void a_row_of_partitions_stops_an_enrichment_whose_positions_have_none() {
    assertThat(offer("a", 17)).isTrue();
    core.read(asked.lastAttempt(), new StateRow<>(List.of(), 7, new Included(3, 42, 0, null)), now);
    assertThat(asked.words)
        .endsWith(
            "stopped the row of a has 7:3/42, and its event at 17 no partition (expected: one, as"
                + " before)");
  }

  @Test
  void a_row_without_partitions_counts_for_the_partition_of_the_next_event() {
    assertThat(offerAt(3, 42, 0)).isTrue();
    assertThat(offerAt(3, 43, 0)).isTrue();
    core.read(asked.lastAttempt(), row(7, 42), now);
    applied();
    assertThat(core.status().counters().replayed()).isEqualTo(1);
    assertThat(asked.lastRow().version()).isEqualTo("7:3/43");
  }

  @Test
  void events_of_more_partitions_than_there_may_be_stop_it() {
    for (int partition = 0; partition <= Included.PARTITIONS_MAX; partition++) {
      assertThat(offerAt(partition, 1, 0)).isTrue();
    }
    none();
    for (int partition = 0; partition < Included.PARTITIONS_MAX; partition++) {
      applied();
    }
    assertThat(asked.words).endsWith("stopped the events of a come from more than 64 partitions");
  }

  /** The table refuses states with an event at a multiple of a number, and takes all others. */
  private int writesUntilAllIsDone(int refused) {
    for (int writes = 0; ; ) {
      if (core.oldestUnfinished() == null) {
        return writes;
      }
      if (!core.isActive()) {
        core.deadLetterStored(asked.letterIds.get(asked.letterIds.size() - 1), now);
      } else if (asked.words.get(asked.words.size() - 1).startsWith("read")) {
        core.read(asked.lastAttempt(), standing, now);
      } else {
        writes++;
        List<Edit> state = Objects.requireNonNull(asked.lastRow().state());
        if (state.stream().anyMatch(edit -> edit.position() % refused == 0)) {
          fails(new StateRefusedException("cannot be encoded"));
        } else {
          standing = asked.lastRow();
          applied();
        }
      }
    }
  }

  private @Nullable StateRow<List<Edit>> standing;

  @Test
  void of_a_round_whose_state_is_refused_only_the_guilty_event_is_set_aside() {
    assertThat(offer("a", 1)).isTrue();
    for (int position = 2; position <= 101; position++) {
      assertThat(offer("a", position)).isTrue();
    }
    int writes = writesUntilAllIsDone(50);
    assertThat(asked.letters).extracting(FailedEvent::position).containsExactly(50L, 100L);
    assertThat(asked.letters).extracting(FailedEvent::cause).containsOnly(FailedEvent.Cause.WRITE);
    assertThat(core.status().counters().applied()).isEqualTo(99);
    assertThat(Objects.requireNonNull(standing).position()).isEqualTo(101);
    assertThat(writes).isLessThan(50);
  }

  @Test
  void an_error_of_an_enricher_sets_its_event_aside_and_one_of_the_machine_passes() {
    assertThat(throwing(new StackOverflowError(), new NoClassDefFoundError("x"))).hasSize(2);
    OutOfMemoryError memory = new OutOfMemoryError("planted");
    assertThatThrownBy(() -> throwing(memory)).isSameAs(memory);
  }

  /** The letters of one event for each error. */
  private List<FailedEvent<String, List<Edit>>> throwing(Error... errors) {
    Journal journal = new Journal(OutputsPer.EVENT);
    core =
        new ShardEnrichment<>(
            EnrichmentOptions.DEFAULT,
            new Enricher<>() {
              @Override
              public Enriched<List<Edit>, List<Edit>> enrich(
                  String key, @Nullable List<Edit> state, List<List<Edit>> events) {
                throw errors[events.get(0).get(0).id()];
              }

              @Override
              public List<List<Edit>> emitAgain(
                  String key, @Nullable List<Edit> state, List<List<Edit>> events) {
                return journal.emitAgain(key, state, events);
              }
            },
            new ShardStart(7, 0, -1),
            asked,
            new SplittableRandom(1));
    for (int i = 0; i < errors.length; i++) {
      assertThat(offer("key-" + i, i)).isTrue();
      none();
    }
    return asked.letters;
  }

  @Test
  void a_state_whose_size_is_not_known_is_not_cached() {
    Journal journal = new Journal(OutputsPer.EVENT);
    core =
        new ShardEnrichment<>(
            EnrichmentOptions.DEFAULT,
            new Enricher<>() {
              @Override
              public Enriched<List<Edit>, List<Edit>> enrich(
                  String key, @Nullable List<Edit> state, List<List<Edit>> events) {
                return journal.enrich(key, state, events);
              }

              @Override
              public List<List<Edit>> emitAgain(
                  String key, @Nullable List<Edit> state, List<List<Edit>> events) {
                return journal.emitAgain(key, state, events);
              }

              @Override
              public int stateBytes(List<Edit> state) {
                throw new IllegalStateException("unknown");
              }
            },
            new ShardStart(7, 0, -1),
            asked,
            new SplittableRandom(1));
    assertThat(offer("a", 1)).isTrue();
    none();
    applied();
    assertThat(core.status().keysCached()).isZero();
    assertThat(offer("a", 2)).isTrue();
    core.read(asked.lastAttempt(), row(7, 1), now);
    applied();
    assertThat(core.status().counters().applied()).isEqualTo(2);
  }

  @Test
  void a_state_of_a_lower_generation_stays_where_it_is_to_and_includes_no_event() {
    core = startingAt(new ShardStart(8, 0, -1, true, NewGeneration.KEEP));
    assertThat(offer("a", 1)).isTrue();
    core.read(asked.lastAttempt(), row(7, 500, 600), now);
    assertThat(asked.take()).containsExactly("read a", "write a [500, 600, 1]");
    assertThat(asked.lastRow().version()).isEqualTo("8:1");
    applied();
    assertThat(core.status().counters().applied()).isEqualTo(1);
  }
}
