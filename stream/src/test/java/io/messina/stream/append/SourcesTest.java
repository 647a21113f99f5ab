package io.messina.stream.append;

import static io.messina.stream.append.SourceSighting.NEW;
import static io.messina.stream.append.SourceSighting.REPEAT;
import static io.messina.stream.append.SourceSighting.TOO_MANY_SOURCES;
import static io.messina.stream.append.SourceSighting.UNDER_WAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Bytes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

final class SourcesTest {

  private static final long SILENCE = Sources.SILENCE_MAX.toNanos() / 1_000;

  private final Sources sources = new Sources();

  @Example
  void a_batch_sent_again_changes_nothing() {
    assertThat(sources.see("a", 3, 0)).isEqualTo(NEW);
    assertThat(sources.see("a", 3, 0)).isEqualTo(UNDER_WAY);
    assertThat(sources.see("a", 4, 0)).isEqualTo(NEW);
    sources.settle("a", 3, 10);
    assertThat(sources.see("a", 3, 0)).isEqualTo(REPEAT);
    assertThat(sources.see("a", 4, 0)).isEqualTo(UNDER_WAY);
    sources.settle("a", 4, 20);

    assertThat(sources.see("a", 4, 30)).isEqualTo(REPEAT);
    assertThat(sources.see("b", 4, 30)).isEqualTo(NEW);
  }

  @Example
  void a_source_is_forgotten_after_its_silence() {
    sources.remember("a", 3, 0);

    assertThat(sources.see("a", 3, SILENCE - 1)).isEqualTo(REPEAT);
    assertThat(sources.see("a", 1, SILENCE)).isEqualTo(NEW);
    sources.settle("a", 1, SILENCE);
    assertThat(sources.see("a", 1, SILENCE)).isEqualTo(REPEAT);
  }

  @Example
  void one_source_too_many_is_refused_until_others_were_silent() {
    for (int i = 0; i < Sources.SOURCES_MAX; i++) {
      sources.remember("source " + i, 1, i < 5 ? 0 : 100);
    }

    assertThat(sources.see("new", 1, 200)).isEqualTo(TOO_MANY_SOURCES);
    assertThat(sources.see("new", 1, SILENCE)).isEqualTo(NEW);
    assertThat(sources.size()).isEqualTo(Sources.SOURCES_MAX - 5);
  }

  @Example
  void only_what_changed_is_saved() {
    sources.restore(Map.of("old", new SourceMark(9, 0), "kept", new SourceMark(2, 500)));
    assertThat(sources.takeChanges(0)).isEmpty();
    sources.remember("new", 1, 600);

    Map<String, Optional<SourceMark>> changes = sources.takeChanges(SILENCE + 1);
    assertThat(changes)
        .isEqualTo(Map.of("old", Optional.empty(), "new", Optional.of(new SourceMark(1, 600))));
    assertThat(sources.takeChanges(SILENCE + 1)).isEmpty();
  }

  /** Saves at some point, goes on, and lets a new owner rebuild from that and the log behind it. */
  @Property(tries = 200)
  void a_new_owner_knows_what_the_former_one_knew(
      @ForAll @Size(max = 50) List<@IntRange(max = 9) Integer> batches,
      @ForAll @IntRange(max = 50) int saveAt) {
    Sources owner = new Sources();
    Map<String, SourceMark> saved = new HashMap<>();
    for (int i = 0; i < batches.size(); i++) {
      if (i == saveAt) {
        owner.takeChanges(i).forEach((name, mark) -> saved.put(name, mark.orElseThrow()));
      }
      owner.remember("s" + batches.get(i) % 3, batches.get(i), i);
    }
    Sources successor = new Sources();
    successor.restore(saved);
    for (int i = Math.min(saveAt, batches.size()); i < batches.size(); i++) {
      successor.remember("s" + batches.get(i) % 3, batches.get(i), i);
    }
    if (saveAt >= batches.size()) {
      batches.forEach(number -> successor.remember("s" + number % 3, number, 0));
    }

    for (int source = 0; source < 3; source++) {
      for (int number = 0; number < 10; number++) {
        assertThat(successor.see("s" + source, number, 60) == REPEAT)
            .isEqualTo(owner.see("s" + source, number, 60) == REPEAT);
      }
    }
  }

  @Property
  void a_mark_is_read_as_it_was_written(
      @ForAll @LongRange(max = Long.MAX_VALUE) long number,
      @ForAll @LongRange(max = Long.MAX_VALUE) long micros) {
    SourceMark mark = new SourceMark(number, micros);

    assertThat(SourceMark.decode(mark.encode())).isEqualTo(mark);
  }

  @Example
  void other_bytes_are_no_mark() {
    byte[] mark = new SourceMark(3, 4).encode().toArray();
    byte[] newer = mark.clone();
    newer[0] = 2;
    byte[] negative = mark.clone();
    negative[1] = -1;

    for (byte[] bytes :
        List.of(new byte[0], Arrays.copyOf(mark, 16), Arrays.copyOf(mark, 18), newer, negative)) {
      assertThatThrownBy(() -> SourceMark.decode(Bytes.wrap(bytes)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("source mark");
    }
  }
}
