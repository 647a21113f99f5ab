package io.messina.features.contents;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.at;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRoom;
import io.messina.features.StoredFeature;
import io.messina.features.TestTime;
import io.messina.testkit.SimulatedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * Pages of a unique list, with bounds so small that all of them are reached: together they show
 * what the list was when the first one was read, whatever comes in front of it meanwhile.
 */
final class UniquePagesTest {

  private static final int TIMES = 30;

  @Property
  void pages_make_up_the_list_as_the_first_one_has_found_it(
      @ForAll("items") List<ListItem> items,
      @ForAll("items") List<ListItem> later,
      @ForAll("bounds") ReadBounds bounds,
      @ForAll @IntRange(min = 1, max = 5) int limit,
      @ForAll @IntRange(max = TIMES) int minTime) {
    try (FeatureRoom room = room()) {
      Pages pages = Pages.in(room, PAGES);
      pages.add(items);
      ListModel model = new ListModel(true, Duration.ofDays(9_999));
      model.apply(new ListAction.Add(items), room.time.now());
      ListReader reader = new ListReader(room.store, room.time.wall(), bounds);
      StoredFeature feature = room.catalog.find(PAGES, FeatureKind.LIST);
      List<ListItem> read = new ArrayList<>();
      int coming = 0;
      Optional<ListQuery> query = Optional.of(ListQuery.newest(limit).since(at(minTime)));
      while (query.isPresent()) {
        ListQuery asked = query.get();
        var _ = room.store.rows();
        ItemPage page = reader.read(feature, ALICE, asked, ListReader.PAGE_BYTES_MAX, 1);
        assertThat(room.store.rows()).isLessThanOrEqualTo(bounds.rowsMax());
        read.addAll(page.items());
        query = page.next().map(asked::after);
        if (coming < later.size()) {
          pages.add(again(later.get(coming++)));
        }
      }
      assertThat(read)
          .isEqualTo(
              model.seen(room.time.now()).stream()
                  .filter(item -> !item.time().isBefore(at(minTime)))
                  .toList());
    }
  }

  @Provide
  Arbitrary<List<ListItem>> items() {
    return Combinators.combine(
            Arbitraries.of("a", "b", "c", "d", "e", "f", "g", "h"),
            Arbitraries.integers().between(0, TIMES))
        .as((value, nanos) -> item(value, nanos))
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  @Provide
  Arbitrary<ReadBounds> bounds() {
    return Combinators.combine(
            Arbitraries.integers().between(2, 30),
            Arbitraries.longs().between(2, 60),
            Arbitraries.integers().between(1, 15),
            Arbitraries.integers().between(1, 6))
        .as(
            (rows, bytes, again, asks) ->
                new ReadBounds(rows, bytes, Math.min(again, rows / 2), asks));
  }

  /** The same value in front of everything that the first page has found. */
  private static ListItem again(ListItem item) {
    return new ListItem(item.value(), item.time().plusNanos(TIMES + 1L));
  }

  private static FeatureRoom room() {
    TestTime time = new TestTime();
    FeatureRoom room = new FeatureRoom(SimulatedStore.calm(time.wall()), time);
    var _ = room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT).unique(true));
    return room;
  }
}
