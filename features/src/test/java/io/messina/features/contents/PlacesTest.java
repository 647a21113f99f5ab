package io.messina.features.contents;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.at;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRoom;
import io.messina.features.TestTime;
import io.messina.features.contents.ItemPlace.Begun;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.testkit.SimulatedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where pages end and others begin, and which times count. */
@SuppressWarnings("NullAway.Init")
final class PlacesTest {

  @AutoClose private FeatureRoom room;

  @BeforeEach
  void open() {
    TestTime time = new TestTime();
    room = new FeatureRoom(SimulatedStore.calm(time.wall()), time);
    room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT));
  }

  @Property
  void a_place_is_read_as_it_was_written_and_stands_in_a_url_as_it_is(
      @ForAll @LongRange(max = Long.MAX_VALUE) long nanos,
      @ForAll long value,
      @ForAll @IntRange(max = Begun.FAR) int rowsAbove) {
    ItemKey key = ItemKey.of(nanos, Bytes.utf8(Long.toString(value)));
    ItemPlace place = ItemPlace.of(key);
    assertThat(place.text()).matches("[A-Za-z0-9_-]{32}");
    assertThat(ItemPlace.read(place.text())).contains(place);
    Begun begun = new Begun(new ItemKey(Long.MAX_VALUE, key.digest()), rowsAbove);
    ItemPlace later = new ItemPlace(key, Optional.of(begun));
    assertThat(later.text()).matches("[A-Za-z0-9_-]{67}");
    assertThat(ItemPlace.read(later.text())).contains(later);
  }

  @Test
  void what_no_page_called_next_is_refused() {
    ItemKey key = ItemKey.of(7, Bytes.utf8("a"));
    String place = ItemPlace.of(key).text();
    String later = new ItemPlace(key, Optional.of(new Begun(key, 7))).text();
    for (String wrong :
        List.of(
            "",
            "7",
            place + "A",
            place.substring(1),
            "_" + place.substring(1),
            place.substring(1) + "=",
            place.substring(1) + "+",
            place.substring(1) + " ",
            later.substring(1),
            later + "A",
            "_" + later.substring(1),
            place + later,
            key.item())) {
      assertThatThrownBy(() -> ItemPlace.of(ListQuery.newest(1).after(wrong)))
          .as(wrong)
          .isInstanceOf(RequestException.Refused.class);
    }
  }

  @Test
  void pages_lead_through_all_items_of_one_nanosecond() {
    List<ListItem> items = IntStream.range(0, 200).mapToObj(i -> item("page " + i, 7)).toList();
    room.lists.add(PAGES, ALICE, items);
    List<ListItem> read = new ArrayList<>();
    Optional<ListQuery> query = Optional.of(ListQuery.newest(7));
    while (query.isPresent()) {
      ListQuery asked = query.get();
      ItemPage page = room.lists.get(PAGES, ALICE, asked);
      read.addAll(page.items());
      query = page.next().map(asked::after);
    }
    assertThat(read).containsExactlyInAnyOrderElementsOf(items);
  }

  @Test
  void a_later_page_has_no_items_that_are_too_late() {
    room.lists.add(PAGES, ALICE, List.of(item("a", 1), item("b", 2), item("c", 3), item("d", 4)));
    String next = room.lists.get(PAGES, ALICE, ListQuery.newest(1)).next().orElseThrow();
    assertThat(room.lists.get(PAGES, ALICE, ListQuery.newest(9).before(at(3)).after(next)).items())
        .containsExactly(item("b", 2), item("a", 1));
  }

  @Test
  void a_value_is_looked_for_among_the_items_of_the_times_that_are_asked_for() {
    room.lists.add(PAGES, ALICE, List.of(item("a", 2), item("a", 5), item("b", 3)));
    assertThat(contains("a", 2, 3)).isTrue();
    assertThat(contains("a", 3, 5)).isFalse();
    assertThat(contains("a", 5, 6)).isTrue();
    assertThat(contains("a", 6, 9)).isFalse();
    assertThat(contains("b", 0, 3)).isFalse();
    assertThat(room.lists.contains(PAGES, ALICE, FeatureValue.text("b"))).isTrue();
  }

  private boolean contains(String value, long from, long below) {
    return room.lists.contains(
        PAGES, ALICE, FeatureValue.text(value), Optional.of(at(from)), Optional.of(at(below)));
  }
}
