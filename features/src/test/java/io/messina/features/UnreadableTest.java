package io.messina.features;

import static io.messina.features.FeatureRoom.AGE;
import static io.messina.features.FeatureRoom.PAGES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.ValueType;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.definition.WatchedDefinitions;
import io.messina.testkit.SimulatedStore;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Definitions that a newer version of Messina has written. */
final class UnreadableTest {

  private static final FeatureName PLACE = new FeatureName("user", "place");
  private static final FeedName FEED = new FeedName("places");

  private final TestTime time = new TestTime();

  @AutoClose
  private final FeatureRoom room = new FeatureRoom(SimulatedStore.calm(time.wall()), time);

  @BeforeEach
  void create() {
    room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT));
    plant(FeatureKey.of(PLACE), "{\"type\":\"list\",\"value_type\":\"place\"}");
    plant(FEED.value(), "{\"stream\":\"edits\",\"features\":[\"user#place\"]}");
    room.catalog.refresh();
  }

  @Test
  void others_go_on() {
    assertThat(room.catalog.find(PAGES, FeatureKind.LIST).options().valueType())
        .isEqualTo(ValueType.TEXT);
    assertThat(room.catalog.view().features().living())
        .containsOnlyKeys(FeatureKey.of(PAGES.name()));
    assertThat(room.catalog.create(AGE.name(), FeatureOptions.scalar(ValueType.INTEGER)).isNew())
        .isTrue();
  }

  @Test
  void it_is_not_said_that_they_are_not_there_and_nobody_overwrites_them() {
    assertRefused(() -> room.catalog.feature(PLACE));
    assertRefused(() -> room.catalog.feed(FEED));
    assertRefused(() -> room.catalog.create(PLACE, FeatureOptions.list(ValueType.TEXT)));
    assertRefused(() -> room.catalog.delete(PAGES.name(), Precondition.NONE));
  }

  private static void assertRefused(Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageEndingWith(
            ": written by another version (expected: a definition that this version can read)");
  }

  private void plant(String name, String json) {
    try (WatchedDefinitions<String> newer =
        new WatchedDefinitions<>(
            FeatureDecisions.KIND,
            new Context(
                room.store,
                time,
                new SplittableRandom(name.hashCode()),
                Thread.ofVirtual().factory()),
            _ -> "")) {
      boolean _ = newer.change(_ -> Change.of(Definition.first(name, json), true));
    }
  }
}
