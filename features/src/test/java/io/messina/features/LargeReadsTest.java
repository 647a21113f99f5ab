package io.messina.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.contents.Lists;
import io.messina.features.contents.Scalars;
import io.messina.testkit.SimulatedStore;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** One call over many entities holds a bounded part of what they have. */
final class LargeReadsTest {

  private static final int ENTITIES = 50;
  private static final int VALUE_CHARS = 60_000;

  private final TestTime time = new TestTime();

  @AutoClose
  private final FeatureRoom room = new FeatureRoom(SimulatedStore.calm(time.wall()), time);

  private final List<EntityId> entities =
      IntStream.range(0, ENTITIES).mapToObj(number -> new EntityId("e" + number)).toList();

  @Test
  void lists_share_what_one_call_may_hold_and_go_on_one_by_one() {
    var _ = room.catalog.create(FeatureRoom.PAGES.name(), FeatureOptions.list(ValueType.TEXT));
    for (EntityId entity : entities) {
      List<ListItem> items =
          IntStream.range(0, 6).mapToObj(nanos -> FeatureRoom.item(large(nanos), nanos)).toList();
      var _ = room.lists.add(FeatureRoom.PAGES, entity, items);
    }

    List<ListAnswer> answers =
        room.lists.getEach(FeatureRoom.PAGES, entities, ListQuery.newest(100));

    long bytes = 0;
    for (ListAnswer answer : answers) {
      ListAnswer.Found page = (ListAnswer.Found) answer;
      bytes += page.items().stream().mapToLong(item -> item.value().text().length()).sum();
      ItemPage rest =
          room.lists.get(
              FeatureRoom.PAGES,
              answer.entity(),
              ListQuery.newest(100).after(page.next().orElseThrow()));
      assertThat(page.items().size() + rest.items().size()).isEqualTo(6);
    }
    assertThat(bytes).isLessThanOrEqualTo(Lists.READ_BYTES_MAX + (long) ENTITIES * VALUE_CHARS);
  }

  @Test
  void values_beyond_what_one_call_may_hold_are_errors_and_never_missing() {
    List<FeatureRef> features =
        IntStream.range(0, 8).mapToObj(number -> FeatureRef.of("user", "f" + number)).toList();
    for (FeatureRef feature : features) {
      var _ = room.catalog.create(feature.name(), FeatureOptions.scalar(ValueType.TEXT));
      entities.forEach(
          entity -> room.scalars.put(feature, entity, FeatureValue.text(large(1)), time.now()));
    }

    List<ValueAnswer> all =
        room.scalars.get(features, entities).stream().flatMap(List::stream).toList();
    long present = all.stream().filter(ValueAnswer.Present.class::isInstance).count();

    assertThat(present).isEqualTo(Scalars.READ_BYTES_MAX / VALUE_CHARS);
    assertThat(all.stream().filter(ValueAnswer.Failed.class::isInstance))
        .hasSize(Math.toIntExact(all.size() - present));
    assertThat(room.scalars.get(features.subList(0, 2), entities).stream().flatMap(List::stream))
        .allMatch(ValueAnswer.Present.class::isInstance);
  }

  private static String large(int number) {
    return String.valueOf(number % 10).repeat(VALUE_CHARS);
  }
}
