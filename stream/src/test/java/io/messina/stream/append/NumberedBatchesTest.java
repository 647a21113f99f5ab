package io.messina.stream.append;

import static io.messina.stream.append.AppendRig.event;
import static io.messina.stream.append.AppendRig.keyed;
import static io.messina.stream.append.AppendRig.numbered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.SourceBatch;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.ShardRig;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class NumberedBatchesTest {

  private static final int LARGE = 30;

  @AutoClose private final AppendRig rig = new AppendRig(1, Duration.ofMinutes(10));

  @Test
  void a_numbered_batch_is_stored_once_in_one_row() {
    rig.append(numbered("s", 3, "a"), numbered("s", 3, "b"), numbered("s", 4, "c"), event("d"));

    List<AppendedSpan> again =
        rig.append(numbered("s", 3, "a"), numbered("s", 4, "other"), event("e"));

    assertThat(again.getFirst()).isEqualTo(new AppendedSpan(Optional.empty(), 2, true));
    assertThat(rig.payloads()).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void a_batch_that_was_turned_away_while_a_later_one_was_stored_is_stored_when_it_comes_again() {
    rig.limits = new LaneLimits(Duration.ofHours(1), 1 << 20, 1_000);
    rig.append(numbered("s", 4, "a"));
    String pad = "x".repeat(2_000);
    List<CompletableFuture<List<AppendedSpan>>> answers = new ArrayList<>();
    rig.tell(
        () -> {
          for (Event each :
              List.of(event("b"), event("c"), numbered("s", 5, pad), numbered("s", 6, "e"))) {
            answers.add(rig.appender().append(EventRun.of(List.of(each))));
          }
          var _ = answers.getLast().join();
        });
    assertThatThrownBy(() -> answers.get(2).join())
        .hasCauseInstanceOf(RequestException.Overloaded.class);

    List<AppendedSpan> again = rig.append(numbered("s", 5, "d"));

    assertThat(again.getFirst().duplicate()).isFalse();
    assertThat(rig.append(numbered("s", 6, "e")).getFirst().duplicate()).isTrue();
    assertThat(rig.payloads()).containsExactly("a", "b", "c", "e", "d");
  }

  @Test
  void a_number_below_the_window_stores_nothing_and_is_answered_as_unchecked() {
    rig.append(numbered("s", 100, "a"));

    List<AppendedSpan> answer =
        rig.append(numbered("s", 35, "b"), numbered("s", 36, "c"), numbered("s", 100, "d"));

    assertThat(answer)
        .containsExactly(
            new AppendedSpan(Optional.empty(), 1, true, true),
            new AppendedSpan(answer.get(1).first(), 1, false, false),
            new AppendedSpan(Optional.empty(), 1, true, false));
    assertThat(rig.payloads()).containsExactly("a", "c");
  }

  @Test
  void a_source_for_which_there_is_no_room_is_turned_away_and_no_other_append_with_it() {
    rig.own();
    for (int first = 0; first < Sources.SOURCES_MAX; first += 100) {
      rig.append(
          IntStream.range(first, first + 100)
              .mapToObj(i -> numbered("s" + i, 0, "a"))
              .toArray(Event[]::new));
    }

    assertThatThrownBy(
            () -> rig.append(numbered("s1", 1, "b"), numbered("new", 0, "c"), keyed("k", "d")))
        .isInstanceOf(RequestException.Overloaded.class)
        .hasMessageStartingWith("source: new (expected: ");

    rig.append(numbered("s1", 1, "e"), keyed("k", "f"));
    assertThat(rig.payloads()).hasSize(Sources.SOURCES_MAX + 2).endsWith("e", "f");
  }

  @Test
  void a_numbered_batch_in_parts_is_refused() {
    rig.own();

    assertThatThrownBy(() -> rig.append(numbered("s", 1, "a"), event("b"), numbered("s", 1, "c")))
        .isInstanceOf(RequestException.Refused.class);
  }

  @Test
  void a_numbered_batch_takes_as_many_rows_as_it_needs_and_is_stored_once() {
    rig.own();
    Event[] large = large();
    rig.append(event("before"));
    rig.append(large);
    assertThat(rig.log()).hasSizeGreaterThan(3);

    List<AppendedSpan> again = rig.append(large);

    assertThat(again).containsExactly(new AppendedSpan(Optional.empty(), LARGE, true));
    assertThat(rig.append(numbered("s", 7, "other")).getFirst().duplicate()).isTrue();
    rig.crashAndOwn();
    assertThat(rig.append(numbered("s", 7, "other")).getFirst().duplicate()).isTrue();
    assertThat(rig.payloads()).hasSize(LARGE + 1).doesNotHaveDuplicates();
  }

  @Test
  void of_a_batch_that_a_crash_cut_between_two_rows_a_repeat_adds_the_rest() {
    int there = crashBetweenRows(large());
    List<AppendedSpan> answer = rig.append(large());

    assertThat(answer.getFirst()).isEqualTo(new AppendedSpan(Optional.empty(), there, true));
    assertThat(answer.stream().mapToInt(AppendedSpan::count).sum()).isEqualTo(LARGE);
    assertThat(rig.payloads())
        .containsExactlyElementsOf(IntStream.range(0, LARGE).mapToObj(i -> "" + i).toList());
    rig.crashAndOwn();
    assertThat(rig.append(large()))
        .containsExactly(new AppendedSpan(Optional.empty(), LARGE, true));
  }

  @Test
  void how_much_there_is_of_a_cut_batch_is_known_to_later_owners_also_when_others_came_between() {
    crashBetweenRows(large());
    rig.own();
    for (int i = 0; i < 20; i++) {
      rig.append(numbered("s", 8 + i, "later " + i));
      rig.simulation.runFor(Duration.ofMinutes(2));
    }
    rig.crashAndOwn();
    crashBetweenRows(large());
    rig.append(numbered("t", 1, "another row"));

    rig.append(large());

    assertThat(rig.payloads()).hasSize(LARGE + 21).doesNotHaveDuplicates();
  }

  @Test
  void other_content_for_a_cut_batch_is_taken_from_the_first_missing_event_on() {
    int there = crashBetweenRows(large());
    rig.own();

    assertThat(rig.append(numbered("s", 7, "shorter")).getFirst().duplicate()).isTrue();
    Event[] other =
        IntStream.range(0, there + 1)
            .mapToObj(i -> numbered("s", 7, "other " + i))
            .toArray(Event[]::new);
    rig.append(other);

    assertThat(rig.payloads()).hasSize(there + 1).endsWith("other " + there);
    assertThat(rig.append(large())).allMatch(AppendedSpan::duplicate);
  }

  @Test
  void two_hundred_batches_under_way_are_each_stored_once_whatever_overtakes_what() {
    rig.own();
    List<Event> batches = new ArrayList<>();
    for (int source = 0; source < 4; source++) {
      for (int number = 0; number < 50; number++) {
        batches.add(numbered("s" + source, number, source + "." + number));
      }
    }
    Collections.shuffle(batches, new Random(1));
    List<CompletableFuture<List<AppendedSpan>>> answers = batches.stream().map(rig::begin).toList();
    rig.simulation.runUntil(() -> answers.getFirst().isDone(), Duration.ofMinutes(1));
    rig.crashAndOwn();
    Collections.shuffle(batches, new Random(2));

    List<CompletableFuture<List<AppendedSpan>>> again = batches.stream().map(rig::begin).toList();
    rig.simulation.runFor(Duration.ofMinutes(1));

    assertThat(again).allMatch(answer -> !answer.isCompletedExceptionally() && answer.isDone());
    assertThat(rig.payloads()).hasSize(200).doesNotHaveDuplicates();
  }

  @Test
  void a_number_is_known_however_much_was_appended_since() {
    rig.append(numbered("s", 7, "b"));
    for (int i = 0; i < 20; i++) {
      rig.simulation.runFor(Duration.ofMinutes(2));
      rig.append(event("x"));
    }
    rig.crashAndOwn();

    assertThat(rig.append(numbered("s", 7, "b")).getFirst().duplicate()).isTrue();
    assertThat(rig.owner().lane().shownTo().sequence()).isZero();
  }

  @Test
  void the_mark_follows_the_log_and_goes_once_nothing_needs_it() {
    rig.append(numbered("s", 7, "b"));
    rig.simulation.runFor(Duration.ofSeconds(1));
    for (int i = 0; i < 20; i++) {
      rig.simulation.runFor(Duration.ofMinutes(1));
      rig.append(event("x"));
    }
    rig.simulation.runFor(Duration.ofSeconds(1));
    ShardRig.Owner next = rig.crashAndOwn();
    rig.simulation.runFor(Duration.ofSeconds(1));

    assertThat(rig.saved(Section.APPEND)).isEmpty();
    assertThat(rig.saved(Section.SOURCES)).containsOnlyKeys("s");
    assertThat(next.owned().epoch()).isEqualTo(2);
  }

  /** Batch 7 of s, of which five events fit a row. */
  private static Event[] large() {
    return IntStream.range(0, LARGE)
        .mapToObj(
            i ->
                Event.builder(Bytes.utf8("" + i))
                    .sourceBatch(new SourceBatch("s", 7))
                    .header("pad", "語".repeat(16_000))
                    .build())
        .toArray(Event[]::new);
  }

  /** Returns how many events of the batch are there that were not before. */
  private int crashBetweenRows(Event[] batch) {
    ShardRig.Owner owner = rig.owner.orElseGet(rig::own);
    int before = rig.payloads().size();
    CompletableFuture<List<AppendedSpan>> answer = rig.begin(batch);
    assertThat(rig.simulation.runUntil(() -> rig.payloads().size() > before, Duration.ofMinutes(1)))
        .isTrue();
    owner.node().crash();
    rig.simulation.runFor(Duration.ofSeconds(10));
    int there = rig.payloads().size() - before;
    rig.owner = Optional.empty();
    assertThat(answer).isNotDone();
    assertThat(there).isBetween(1, LARGE - 1);
    return there;
  }
}
