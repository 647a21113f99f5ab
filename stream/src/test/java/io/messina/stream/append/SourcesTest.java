package io.messina.stream.append;

import static io.messina.stream.append.BatchCheck.NEW;
import static io.messina.stream.append.BatchCheck.REPEAT;
import static io.messina.stream.append.BatchCheck.TOO_MANY_SOURCES;
import static io.messina.stream.append.BatchCheck.UNCHECKED;
import static io.messina.stream.append.BatchCheck.UNDER_WAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.SourceBatch;
import io.messina.store.Bytes;
import io.messina.stream.log.EventRun;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

final class SourcesTest {

  private static final PendingAppend APPEND =
      new PendingAppend(EventRun.of(List.of(AppendRig.event("e"))), false, key -> true);
  private static final long SILENCE = Sources.SILENCE_MAX.toNanos() / 1_000;

  private final Sources sources = new Sources();

  @Example
  void a_batch_sent_again_changes_nothing() {
    assertThat(see("a", 3, 0)).isEqualTo(NEW);
    assertThat(see("a", 3, 0)).isEqualTo(UNDER_WAY);
    assertThat(see("a", 4, 0)).isEqualTo(NEW);
    sources.settle(batch("a", 3), 10);
    assertThat(see("a", 3, 0)).isEqualTo(REPEAT);
    assertThat(see("a", 4, 0)).isEqualTo(UNDER_WAY);
    sources.settle(batch("a", 4), 20);

    assertThat(see("a", 4, 30)).isEqualTo(REPEAT);
    assertThat(see("b", 4, 30)).isEqualTo(NEW);
    assertThat(sources.holder(batch("b", 4))).isSameAs(APPEND);
  }

  @Example
  void a_batch_that_was_overtaken_is_no_repeat() {
    sources.remember(batch("a", 100), 1, true, 0);

    assertThat(see("a", 36, 0)).isEqualTo(NEW);
    assertThat(see("a", 35, 0)).isEqualTo(UNCHECKED);
    sources.settle(batch("a", 36), 0);
    assertThat(see("a", 36, 0)).isEqualTo(REPEAT);
    assertThat(see("a", 99, 0)).isEqualTo(NEW);
    sources.release(batch("a", 99));
    assertThat(see("a", 99, 0)).isEqualTo(NEW);
    sources.remember(batch("a", 164), 1, true, 0);
    assertThat(see("a", 100, 0)).isEqualTo(REPEAT);
    assertThat(see("a", 163, 0)).isEqualTo(NEW);
    assertThat(see("a", 99, 0)).isEqualTo(UNCHECKED);
  }

  @Example
  void a_batch_is_there_with_its_last_row_only() {
    sources.remember(batch("a", 7), 100, false, 0);
    sources.remember(batch("a", 9), 50, false, 0);

    assertThat(see("a", 7, 0)).isEqualTo(NEW);
    assertThat(sources.storedOf(batch("a", 7))).isEqualTo(100);
    assertThat(sources.storedOf(batch("a", 8))).isZero();
    sources.release(batch("a", 7));
    sources.remember(batch("a", 7), 200, false, 0);
    sources.remember(batch("a", 7), 100, false, 0);
    assertThat(sources.storedOf(batch("a", 7))).isEqualTo(200);
    sources.remember(batch("a", 7), 300, true, 0);
    sources.remember(batch("a", 7), 100, false, 0);
    assertThat(see("a", 7, 0)).isEqualTo(REPEAT);
    assertThat(sources.storedOf(batch("a", 7))).isZero();
    sources.remember(batch("a", 10), 1, true, 0);
    assertThat(see("a", 9, 0)).isEqualTo(NEW);
    assertThat(sources.storedOf(batch("a", 9))).isEqualTo(50);
    sources.remember(batch("a", 74), 1, true, 0);
    assertThat(see("a", 9, 0)).isEqualTo(UNCHECKED);
    assertThat(sources.takeChanges(0).values())
        .allMatch(mark -> mark.orElseThrow().unfinished().isEmpty());
  }

  @Example
  void a_source_is_forgotten_after_its_silence() {
    sources.remember(batch("a", 3), 1, true, 0);

    assertThat(see("a", 3, SILENCE - 1)).isEqualTo(REPEAT);
    assertThat(see("a", 1, SILENCE)).isEqualTo(NEW);
    sources.settle(batch("a", 1), SILENCE);
    assertThat(see("a", 1, SILENCE)).isEqualTo(REPEAT);
    sources.remember(batch("a", 3), 1, true, 0);
    assertThat(see("a", 3, SILENCE)).isEqualTo(NEW);
  }

  @Example
  void one_source_too_many_takes_the_place_of_the_one_that_was_silent_longest() {
    long silence = Sources.SILENCE_MIN.toNanos() / 1_000;
    for (int i = 0; i < Sources.SOURCES_MAX; i++) {
      sources.remember(batch("source " + i, 1), 1, true, i < 2 ? i : 100);
    }
    assertThat(see("source 0", 2, 50)).isEqualTo(NEW);
    assertThat(see("new", 1, silence)).isEqualTo(TOO_MANY_SOURCES);

    // The one that is silent longest has a batch under way.
    assertThat(see("new", 1, silence + 1)).isEqualTo(NEW);
    assertThat(see("source 1", 1, silence + 1)).isEqualTo(TOO_MANY_SOURCES);
    assertThat(see("source 0", 1, silence + 1)).isEqualTo(REPEAT);
    assertThat(see("newer", 1, silence + 1)).isEqualTo(TOO_MANY_SOURCES);
    assertThat(see("newer", 1, silence + 100)).isEqualTo(NEW);
    assertThat(sources.size()).isEqualTo(Sources.SOURCES_MAX - 2);
    assertThat(sources.takeChanges(silence + 100)).containsEntry("source 1", Optional.empty());
  }

  @Example
  void sources_that_were_silent_for_too_long_make_room() {
    for (int i = 0; i < Sources.SOURCES_MAX; i++) {
      sources.remember(batch("source " + i, 1), 1, true, i < 5 ? 0 : 100);
    }
    assertThat(see("new", 1, 200)).isEqualTo(TOO_MANY_SOURCES);
    assertThat(see("new", 1, SILENCE)).isEqualTo(NEW);
    assertThat(sources.size()).isEqualTo(Sources.SOURCES_MAX - 5);
  }

  @Example
  void only_what_changed_is_saved() {
    sources.restore(Map.of("old", mark(9, 0), "kept", mark(2, 500)));
    assertThat(sources.takeChanges(0)).isEmpty();
    sources.remember(batch("new", 1), 1, true, 600);

    Map<String, Optional<SourceMark>> changes = sources.takeChanges(SILENCE + 1);
    assertThat(changes)
        .isEqualTo(Map.of("old", Optional.empty(), "new", Optional.of(mark(1, 600))));
    assertThat(sources.takeChanges(SILENCE + 1)).isEmpty();
  }

  /**
   * Saves at some point, goes on, and lets a new owner rebuild from that and from the log, which it
   * reads from some earlier point on.
   */
  @Property(tries = 200)
  void a_new_owner_knows_what_the_former_one_knew(
      @ForAll @Size(max = 50) List<@IntRange(max = 200) Integer> batches,
      @ForAll @IntRange(max = 50) int saveAt,
      @ForAll @IntRange(max = 50) int readAgain) {
    Sources owner = new Sources();
    Map<String, SourceMark> saved = new HashMap<>();
    for (int i = 0; i < batches.size(); i++) {
      if (i == saveAt) {
        owner.takeChanges(i).forEach((name, mark) -> saved.put(name, mark.orElseThrow()));
      }
      owner.remember(batch("s" + batches.get(i) % 3, batches.get(i)), 1, true, i);
    }
    Sources successor = new Sources();
    successor.restore(saved);
    int from = saveAt >= batches.size() ? 0 : Math.max(0, saveAt - readAgain);
    for (int i = from; i < batches.size(); i++) {
      successor.remember(batch("s" + batches.get(i) % 3, batches.get(i)), 1, true, i);
    }

    for (int number = 0; number < 200; number++) {
      SourceBatch batch = batch("s" + number % 3, number);
      assertThat(successor.see(batch, APPEND, 60)).isEqualTo(owner.see(batch, APPEND, 60));
    }
  }

  /** Beside a set of all numbers. */
  @Property
  void nothing_within_the_window_is_forgotten(
      @ForAll @Size(max = 100) List<@IntRange(max = 200) Integer> batches) {
    Sources owner = new Sources();
    Set<Integer> there = new HashSet<>();
    int highest = -1;
    for (int number : batches) {
      BatchCheck seen = owner.see(batch("a", number), APPEND, 0);
      BatchCheck expected =
          number < highest - SourceMark.WINDOW ? UNCHECKED : there.contains(number) ? REPEAT : NEW;
      assertThat(seen).isEqualTo(expected);
      if (seen == NEW) {
        owner.settle(batch("a", number), 0);
        there.add(number);
        highest = Math.max(highest, number);
      }
    }
  }

  @Property
  void a_mark_is_read_as_it_was_written(
      @ForAll @LongRange(max = Long.MAX_VALUE) long number,
      @ForAll @LongRange(max = Long.MAX_VALUE) long micros,
      @ForAll long below,
      @ForAll @Size(max = 65) Map<@IntRange(max = 64) Integer, @IntRange Integer> parts) {
    NavigableMap<Long, Integer> unfinished = new TreeMap<>();
    parts.forEach((behind, events) -> unfinished.put(number - behind, events));
    SourceMark mark = new SourceMark(number, micros, below, unfinished);

    assertThat(SourceMark.decode(mark.encode())).isEqualTo(mark);
  }

  @Example
  void other_bytes_are_no_mark() {
    byte[] mark = mark(3, 4).encode().toArray();
    byte[] newer = mark.clone();
    newer[0] = 3;
    byte[] negative = mark.clone();
    negative[1] = -1;

    for (byte[] bytes :
        List.of(new byte[0], Arrays.copyOf(mark, 25), Arrays.copyOf(mark, 27), newer, negative)) {
      assertThatThrownBy(() -> SourceMark.decode(Bytes.wrap(bytes)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("source mark");
    }
  }

  private BatchCheck see(String source, long number, long nowMicros) {
    return sources.see(batch(source, number), APPEND, nowMicros);
  }

  private static SourceMark mark(long number, long micros) {
    return SourceMark.none(number, micros).plus(number, 1, true, micros);
  }

  private static SourceBatch batch(String source, long number) {
    return new SourceBatch(source, number);
  }
}
