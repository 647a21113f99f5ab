package io.messina.features.contents;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.at;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.OnEachEngine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of which readers see the newest item of each value. */
@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memory")
final class UniqueListsTest extends OnEachEngine {

  private Pages pages;

  @BeforeEach
  void open() {
    room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT).unique(true));
    pages = Pages.in(room, PAGES);
  }

  @Test
  void the_newest_of_each_value_is_seen_and_counts() {
    List<ListItem> newest = addRepeating(300, 7);
    var _ = room.store.reads();
    assertThat(pages.newest(3)).isEqualTo(newest.subList(0, 3));
    assertThat(room.store.reads()).isEqualTo(1);
    assertThat(pages.newest(100)).isEqualTo(newest);
    assertThat(pages.count()).isEqualTo(7);
    assertThat(pages.trim(2)).isEqualTo(298);
    assertThat(pages.newest(100)).isEqualTo(newest.subList(0, 2));
  }

  @Test
  void pages_of_any_size_make_up_the_whole() {
    List<ListItem> newest = addRepeating(300, 7);
    for (int limit = 1; limit <= 8; limit++) {
      assertThat(pages.all(ListQuery.newest(limit))).isEqualTo(newest);
    }
  }

  @Test
  void a_value_that_fills_whole_scans_hides_nothing_behind_it() {
    for (int repeats : new int[] {63, 64, 65, 128, 500}) {
      pages.removeAll();
      pages.add(IntStream.range(0, repeats).mapToObj(i -> item("same", 1_000 + i)).toList());
      pages.add(item("a", 2), item("b", 1), item("same", 0));
      List<ListItem> expected = List.of(item("same", 999 + repeats), item("a", 2), item("b", 1));
      assertThat(pages.newest(10)).isEqualTo(expected);
      assertThat(pages.all(ListQuery.newest(1))).isEqualTo(expected);
      assertThat(pages.all(ListQuery.newest(2))).isEqualTo(expected);
    }
  }

  @Test
  void a_value_that_comes_again_between_two_pages_is_seen_where_it_was_and_not_twice() {
    pages.add(item("a", 1), item("b", 2), item("c", 3), item("d", 4));
    ListQuery two = ListQuery.newest(2);
    ItemPage first = room.lists.get(PAGES, ALICE, two);
    pages.add(item("b", 5), item("d", 6));
    assertThat(pages.get(two.after(first.next().orElseThrow())))
        .containsExactly(item("b", 2), item("a", 1));
    assertThat(pages.newest(9))
        .containsExactly(item("d", 6), item("b", 5), item("c", 3), item("a", 1));
  }

  @Test
  void within_a_range_of_times_the_newest_of_the_range_is_seen() {
    pages.add(item("a", 1), item("b", 2), item("a", 3), item("b", 4));
    assertThat(pages.get(ListQuery.newest(9).before(at(4))))
        .containsExactly(item("a", 3), item("b", 2));
    assertThat(pages.get(ListQuery.newest(9).since(at(4)))).containsExactly(item("b", 4));
    assertThat(room.lists.count(PAGES, ALICE, Optional.empty(), Optional.of(at(2)))).isEqualTo(1);
  }

  @Test
  void a_page_ends_after_ten_thousand_items_however_few_values_they_have() {
    int repeats = ReadBounds.DEFAULT.rowsMax() + 2_000;
    addMany("same", repeats, 1_000);
    pages.add(item("a", 2), item("b", 1), item("same", 0));
    ListQuery ten = ListQuery.newest(10);
    var _ = room.store.rows();
    ItemPage first = room.lists.get(PAGES, ALICE, ten);
    assertThat(first.items()).containsExactly(item("same", 999 + repeats));
    assertThat(room.store.rows()).isEqualTo(ReadBounds.DEFAULT.rowsMax());
    assertThat(room.store.reads()).isLessThan(100);
    ItemPage second = room.lists.get(PAGES, ALICE, ten.after(first.next().orElseThrow()));
    assertThat(second.items()).containsExactly(item("a", 2), item("b", 1));
    assertThat(second.next()).isEmpty();
    assertThat(room.store.rows()).isEqualTo(2_000 + 3);
  }

  @Test
  void a_page_ends_after_some_bytes_of_values_too() {
    String large = "x".repeat(FeatureValue.BYTES_MAX - 8);
    long passed = ReadBounds.DEFAULT.bytesMax() / large.length() + 1;
    for (long from = 0; from <= passed; from += 30) {
      pages.add(
          LongStream.rangeClosed(from, Math.min(passed, from + 29))
              .mapToObj(i -> item(large, 10 + i))
              .toList());
    }
    pages.add(item("a", 1));
    ItemPage first = room.lists.get(PAGES, ALICE, ListQuery.newest(10));
    assertThat(first.items()).containsExactly(item(large, 10 + passed));
    ListQuery rest = ListQuery.newest(10).after(first.next().orElseThrow());
    assertThat(pages.get(rest)).containsExactly(item("a", 1));
  }

  @Test
  void a_late_page_reads_little_of_earlier_ones_again() {
    int values = ReadBounds.DEFAULT.againMax() + 1_000;
    addMany("value ", values, 0);
    List<ListItem> read = new ArrayList<>();
    Optional<ListQuery> query = Optional.of(ListQuery.newest(1_000));
    while (query.isPresent()) {
      ListQuery asked = query.get();
      ItemPage page = room.lists.get(PAGES, ALICE, asked);
      read.addAll(page.items());
      assertThat(room.store.rows()).isLessThanOrEqualTo(ReadBounds.DEFAULT.againMax() + 2_000);
      query = page.next().map(asked::after);
    }
    assertThat(read).hasSize(values).doesNotHaveDuplicates();
  }

  @Test
  void the_first_page_and_the_next_are_one_query_each() {
    addRepeating(300, 150);
    var _ = room.store.reads();
    ItemPage first = room.lists.get(PAGES, ALICE, ListQuery.newest(50));
    assertThat(room.store.reads()).isEqualTo(1);
    ListQuery next = ListQuery.newest(50).after(first.next().orElseThrow());
    assertThat(pages.get(next)).hasSize(50);
    assertThat(room.store.reads()).isEqualTo(1);
    assertThat(room.store.rows()).isEqualTo(50 + 100);
  }

  /** One value, or one for each where its text ends with a space. */
  private void addMany(String text, int count, long begin) {
    for (int from = 0; from < count; from += Lists.ITEMS_MAX) {
      pages.add(
          IntStream.range(from, Math.min(count, from + Lists.ITEMS_MAX))
              .mapToObj(i -> item(text.endsWith(" ") ? text + i : text, begin + i))
              .toList());
    }
  }

  /** Returns what is to be seen. */
  private List<ListItem> addRepeating(int count, int values) {
    List<ListItem> all =
        IntStream.range(0, count).mapToObj(i -> item("value " + i % values, i)).toList();
    List<ListItem> reversed = new ArrayList<>(all);
    Collections.reverse(reversed);
    pages.add(reversed);
    return all.subList(count - values, count).reversed();
  }
}
