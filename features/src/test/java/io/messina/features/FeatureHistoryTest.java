package io.messina.features;

import static io.messina.features.FeatureRoom.PAGES;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Wire;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ValueType;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.Precondition;
import io.messina.testkit.SimulatedStore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class FeatureHistoryTest {

  private static final FeatureName NAME = PAGES.name();
  private static final FeatureOptions TEXTS = FeatureOptions.list(ValueType.TEXT);
  private static final FeatureVersion V2 = new FeatureVersion("v2");

  private final TestTime time = new TestTime();

  @Property(tries = 50)
  void what_is_there_stands_and_all_else_that_ever_was_is_gone(
      @ForAll @Size(max = 60) List<@IntRange(max = 9) Integer> steps) {
    try (FeatureRoom room = new FeatureRoom(SimulatedStore.calm(time.wall()), time)) {
      Set<FeatureKey> ever = new HashSet<>();
      for (int step : steps) {
        change(room, step);
        Set<FeatureKey> standing = standing(room);
        ever.addAll(standing);
        FeatureHistory history = room.catalog.history();
        for (FeatureKey key : ever) {
          assertThat(history.fate(key))
              .as(key.text())
              .isEqualTo(standing.contains(key) ? Fate.STANDS : Fate.GONE);
        }
        assertNextUnknown(ever, history);
      }
    }
  }

  private static void change(FeatureRoom room, int step) {
    FeatureVersion version = new FeatureVersion("v" + step % 3);
    boolean isThere = room.catalog.view().feature(NAME).isPresent();
    if (!isThere) {
      room.catalog.create(NAME, TEXTS);
    } else if (step < 2) {
      assertThat(room.catalog.delete(NAME, Precondition.NONE)).isTrue();
    } else if (step < 6) {
      room.catalog.createVersion(NAME, version, Precondition.NONE);
    } else {
      var _ = room.catalog.deleteVersion(NAME, version, Precondition.NONE);
    }
  }

  private static Set<FeatureKey> standing(FeatureRoom room) {
    Set<FeatureKey> standing = new HashSet<>();
    room.catalog
        .view()
        .feature(NAME)
        .map(FeatureRow::versions)
        .orElseGet(TreeMap::new)
        .forEach(
            (version, generation) ->
                standing.add(new FeatureKey(NAME, new FeatureVersion(version), generation)));
    return standing;
  }

  /** Whoever knows less than others must not take what they create for deleted. */
  private static void assertNextUnknown(Set<FeatureKey> ever, FeatureHistory history) {
    Map<FeatureVersion, Integer> last = new HashMap<>();
    ever.forEach(key -> last.merge(key.version(), key.generation(), Math::max));
    last.forEach(
        (version, generation) ->
            assertThat(history.fate(new FeatureKey(NAME, version, generation + 1)))
                .isEqualTo(Fate.UNKNOWN));
  }

  @Test
  void versions_that_are_forgotten_are_gone() {
    FeatureRow row = FeatureRow.first(TEXTS);
    for (int i = 0; i < 2 * FeatureRow.GONE_MAX; i++) {
      row = row.with("v" + i).without("v" + i);
    }
    FeatureHistory history = history(Definition.first(FeatureKey.of(NAME), Wire.write(row)));
    for (int i = 0; i < 2 * FeatureRow.GONE_MAX; i++) {
      assertThat(history.fate(new FeatureKey(NAME, new FeatureVersion("v" + i), 1)))
          .isEqualTo(Fate.GONE);
    }
    assertThat(history.fate(new FeatureKey(NAME, FeatureVersion.FIRST, 1))).isEqualTo(Fate.STANDS);
  }

  @Test
  void what_no_definition_tells_of_is_unknown() {
    FeatureKey key = new FeatureKey(NAME, V2, 1);
    assertThat(history().fate(key)).isEqualTo(Fate.UNKNOWN);
    Definition unreadable = Definition.first(FeatureKey.of(NAME), "{\"kind\":\"graph\"}");
    assertThat(history(unreadable).fate(key)).isEqualTo(Fate.UNKNOWN);
    assertThat(history(unreadable.gone()).fate(key)).isEqualTo(Fate.UNKNOWN);
  }

  private static FeatureHistory history(Definition... rows) {
    TreeMap<String, Definition> byName = new TreeMap<>();
    for (Definition row : rows) {
      byName.put(row.name(), row);
    }
    return new FeatureHistory(new Definitions(Optional.empty(), byName));
  }
}
