package io.messina.features.contents;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ValueType;
import io.messina.features.OnEachEngine;
import io.messina.features.StoredFeature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memory")
final class ListRemovalsTest extends OnEachEngine {

  private static final int ROUNDS = 40;

  private Pages pages;

  @BeforeEach
  void open() {
    room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT));
    pages = Pages.in(room, PAGES);
  }

  @Test
  void a_removed_value_leaves_no_trace() {
    pages.add(item("a", 1), item("b", 2), item("a", 3));
    assertThat(pages.remove("a")).isEqualTo(2);
    assertThat(pages.newest(10)).containsExactly(item("b", 2));
    assertThat(pages.count()).isEqualTo(1);
    assertThat(pages.contains("a")).isFalse();
    assertThat(pages.contains("b")).isTrue();
    assertThat(pages.remove("a")).isZero();
  }

  @Test
  void what_is_added_after_all_was_removed_is_there() {
    pages.add(item("a", 1), item("b", 2));
    pages.removeAll();
    assertThat(pages.newest(10)).isEmpty();
    assertThat(pages.count()).isZero();
    pages.add(item("a", 1));
    assertThat(pages.newest(10)).containsExactly(item("a", 1));
  }

  @Test
  void trimming_keeps_the_newest() {
    pages.add(item("a", 1), item("b", 2), item("c", 3), item("d", 4));
    assertThat(pages.trim(2)).isEqualTo(2);
    assertThat(pages.newest(10)).containsExactly(item("d", 4), item("c", 3));
    assertThat(pages.count()).isEqualTo(2);
    assertThat(pages.trim(2)).isZero();
  }

  @Test
  void more_than_a_batch_holds_is_trimmed_and_removed_in_several() {
    for (int i = 0; i < 6; i++) {
      int from = i * 500;
      pages.add(IntStream.range(from, from + 500).mapToObj(n -> item("same", n)).toList());
    }
    var _ = room.store.writes();
    assertThat(pages.trim(1_500)).isEqualTo(1_500);
    assertThat(room.store.writes()).isEqualTo(3);
    assertThat(pages.count()).isEqualTo(1_500);
    assertThat(pages.remove("same")).isEqualTo(1_500);
    assertThat(pages.newest(1)).isEmpty();
    assertThat(pages.count()).isZero();
  }

  @Test
  void what_was_removed_does_not_come_back_when_older_items_are_added_as_of_their_time() {
    long then = 1_000_000L * time.now().getEpochSecond();
    StoredFeature stored = room.catalog.find(PAGES);
    room.lists.addAsOf(stored, ALICE, List.of(item("a", 1)), then);
    room.lists.addAsOf(stored, ALICE, List.of(item("b", 2)), then + 1);
    time.pass(Duration.ofSeconds(1));
    pages.remove("a");
    room.lists.addAsOf(stored, ALICE, List.of(item("a", 1)), then);
    assertThat(pages.newest(9)).containsExactly(item("b", 2));
    assertThat(pages.contains("a")).isFalse();
    pages.removeAll();
    room.lists.addAsOf(stored, ALICE, List.of(item("b", 2)), then + 1);
    assertThat(pages.newest(9)).isEmpty();
    assertThat(pages.count()).isZero();
  }

  @Test
  void an_item_and_what_indexes_it_stay_together_whatever_races() {
    List<Pages> nodes = List.of(pages, neighbour(), neighbour());
    race(
        i -> nodes.get(0).add(item("a", i % 5), item("b", i % 3), item("c", i)),
        i -> nodes.get(1).remove(i % 2 == 0 ? "a" : "b"),
        i -> nodes.get(2).trim(1 + i % 4),
        i -> nodes.get(i % 3).add(item("a", i % 5)),
        i -> {
          if (i % 8 == 0) {
            nodes.get(1).removeAll();
          }
        });
    List<ListItem> left = pages.newest(1_000);
    assertThat(pages.count()).isEqualTo(left.size());
    for (String value : List.of("a", "b", "c")) {
      assertThat(pages.contains(value))
          .isEqualTo(left.stream().anyMatch(it -> it.value().equals(FeatureValue.text(value))));
    }
  }

  @Test
  void a_trim_beside_adds_loses_none_of_the_newest() {
    Pages other = neighbour();
    race(i -> pages.add(item("page " + i, i)), i -> other.trim(10));
    List<ListItem> newest =
        IntStream.range(0, 10)
            .mapToObj(i -> item("page " + (ROUNDS - 1 - i), ROUNDS - 1 - i))
            .toList();
    assertThat(pages.newest(10)).isEqualTo(newest);
    time.pass(Duration.ofSeconds(1));
    other.trim(10);
    assertThat(pages.newest(100)).isEqualTo(newest);
    assertThat(pages.count()).isEqualTo(10);
  }

  private Pages neighbour() {
    return Pages.in(room.neighbour(), PAGES);
  }

  private static void race(IntConsumer... actions) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (IntConsumer action : actions) {
        running.add(threads.submit(() -> IntStream.range(0, ROUNDS).forEach(action)));
      }
      for (Future<?> it : running) {
        assertThat(it).succeedsWithin(60, TimeUnit.SECONDS);
      }
    }
  }
}
