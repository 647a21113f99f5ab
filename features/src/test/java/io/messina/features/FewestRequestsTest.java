package io.messina.features;

import static io.messina.features.FeatureRoom.AGE;
import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.messina.api.WireException;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.AskedStore.Asked;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What each operation asks of the store: the table in docs/features.md. */
@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memoryAndRocks")
final class FewestRequestsTest extends OnEachEngine {

  private static final Asked NOTHING = new Asked(0, 0, 0, 0);
  private static final Asked READ = new Asked(1, 0, 0, 0);
  private static final Asked WRITE = new Asked(0, 1, 0, 0);
  private static final Asked READ_AND_WRITE = new Asked(1, 1, 0, 0);
  private static final Asked DEFINITION_READ = new Asked(0, 0, 1, 0);
  private static final Asked DEFINITION_CHANGED = new Asked(0, 0, 0, 1);

  private static final FeatureName OTHER = new FeatureName("user", "other");
  private static final FeatureVersion V2 = new FeatureVersion("v2");
  private static final FeatureValue A = FeatureValue.text("a");

  @BeforeEach
  void open() {
    room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT));
    room.catalog.create(AGE.name(), FeatureOptions.scalar(ValueType.INTEGER));
  }

  @Test
  void features_and_versions_come_and_go_by_one_fenced_write() {
    FeatureOptions options = FeatureOptions.list(ValueType.TEXT);
    assertAsked(DEFINITION_CHANGED, () -> room.catalog.create(OTHER, options));
    assertAsked(DEFINITION_READ, () -> room.catalog.create(OTHER, options));
    assertAsked(DEFINITION_CHANGED, () -> room.catalog.createVersion(OTHER, V2, Precondition.NONE));
    assertAsked(DEFINITION_CHANGED, () -> room.catalog.complete(OTHER, V2, Precondition.NONE));
    assertAsked(
        DEFINITION_CHANGED,
        () -> room.catalog.complete(OTHER, FeatureVersion.FIRST, Precondition.NONE));
    assertAsked(DEFINITION_CHANGED, () -> room.catalog.deleteVersion(OTHER, V2, Precondition.NONE));
    assertAsked(DEFINITION_READ, () -> room.catalog.deleteVersion(OTHER, V2, Precondition.NONE));
    assertAsked(DEFINITION_CHANGED, () -> room.catalog.delete(OTHER, Precondition.NONE));
    assertAsked(DEFINITION_READ, () -> room.catalog.delete(OTHER, Precondition.NONE));
  }

  @Test
  void deleting_a_feature_costs_the_same_whatever_is_in_it() {
    addMany(500);
    assertAsked(DEFINITION_CHANGED, () -> room.catalog.delete(PAGES.name(), Precondition.NONE));
  }

  @Test
  void an_add_is_one_write() {
    assertAsked(WRITE, () -> room.lists.add(PAGES, ALICE, List.of(item("a", 1))));
    assertAsked(WRITE, () -> addMany(500));
    assertThat(room.store.mutations()).isEqualTo(2 * 501);
  }

  @Test
  void reading_a_list_is_one_query() {
    addMany(500);
    assertAsked(READ, () -> room.lists.get(PAGES, ALICE, ListQuery.newest(50)));
    assertAsked(READ, () -> room.lists.get(PAGES, ALICE, ListQuery.newest(10_000)));
    assertAsked(READ, () -> room.lists.get(PAGES.inLatest(), ALICE, ListQuery.newest(1)));
    assertAsked(READ, () -> room.lists.contains(PAGES, ALICE, A));
    assertAsked(READ, this::count);
  }

  @Test
  void many_lists_are_read_by_one_query_each() {
    List<EntityId> entities =
        IntStream.range(0, 100).mapToObj(i -> new EntityId("user " + i)).toList();
    assertAsked(
        new Asked(100, 0, 0, 0), () -> room.lists.getEach(PAGES, entities, ListQuery.newest(50)));
  }

  @Test
  void removing_a_value_and_trimming_are_one_query_and_one_write_for_500_items() {
    addMany(500);
    room.lists.add(PAGES, ALICE, List.of(item("a", 1), item("a", 2)));
    assertAsked(READ_AND_WRITE, () -> room.lists.remove(PAGES, ALICE, A));
    assertAsked(READ, () -> room.lists.remove(PAGES, ALICE, A));
    assertAsked(READ_AND_WRITE, () -> room.lists.trim(PAGES, ALICE, 1));
    assertAsked(READ, () -> room.lists.trim(PAGES, ALICE, 1));
  }

  @Test
  void removing_all_is_one_delete_of_the_partition() {
    addMany(500);
    var _ = room.store.mutations();
    assertAsked(WRITE, () -> room.lists.removeAll(PAGES, ALICE));
    assertThat(room.store.mutations()).isEqualTo(1);
  }

  @Test
  void a_scalar_is_one_write_and_one_read() {
    assertAsked(WRITE, () -> room.scalars.put(AGE, ALICE, FeatureValue.integer(40), time.now()));
    assertAsked(READ, () -> room.scalars.get(List.of(AGE), List.of(ALICE)));
    assertAsked(READ_AND_WRITE, () -> room.scalars.delete(AGE, ALICE));
    assertAsked(WRITE, () -> room.scalars.delete(AGE, ALICE, time.now()));
    FeatureRef other = FeatureRef.of("user", "height");
    room.catalog.create(other.name(), FeatureOptions.scalar(ValueType.INTEGER));
    List<EntityId> three = List.of(ALICE, new EntityId("bob"), new EntityId("carol"));
    assertAsked(new Asked(6, 0, 0, 0), () -> room.scalars.get(List.of(AGE, other), three));
  }

  @Test
  void what_is_refused_asks_for_nothing() {
    ListItem number = new ListItem(FeatureValue.integer(1), FeatureRoom.at(1));
    assertAsked(NOTHING, () -> refused(() -> room.lists.add(PAGES, ALICE, List.of(number))));
    assertAsked(NOTHING, () -> refused(() -> room.lists.get(AGE, ALICE, ListQuery.newest(1))));
    assertAsked(NOTHING, () -> refused(() -> room.lists.trim(PAGES, ALICE, 0)));
  }

  private void assertAsked(Asked expected, Runnable action) {
    assertThat(room.store.during(action)).isEqualTo(expected);
  }

  private static void refused(Runnable action) {
    assertThat(catchThrowable(action::run))
        .isInstanceOfAny(RequestException.Refused.class, WireException.class);
  }

  private void addMany(int count) {
    room.lists.add(
        PAGES, ALICE, IntStream.range(0, count).mapToObj(i -> item("page " + i, i)).toList());
  }

  private void count() {
    assertThat(room.lists.count(PAGES, ALICE, Optional.empty(), Optional.empty())).isEqualTo(500);
  }
}
