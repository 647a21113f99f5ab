package io.messina.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ValueType;
import io.messina.runtime.definition.Precondition;
import io.messina.testkit.SimulatedStore;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class VersionNumbersTest {

  private static final FeatureName NAME = FeatureRoom.PAGES.name();
  private static final FeatureOptions TEXTS = FeatureOptions.list(ValueType.TEXT);

  @Test
  void a_version_a_day_can_go_on_for_ever_and_no_two_have_one_key() {
    TestTime time = new TestTime();
    FeatureRoom room = new FeatureRoom(SimulatedStore.calm(time.wall()), time);
    var _ = room.catalog.create(NAME, TEXTS);
    Set<String> keys = new HashSet<>();
    for (int day = 0; day < 3 * FeatureRow.GONE_MAX; day++) {
      FeatureVersion version = new FeatureVersion("v" + day % (2 * FeatureRow.GONE_MAX));
      var _ = room.catalog.createVersion(NAME, version, Precondition.NONE);
      assertThat(keys.add(room.catalog.find(FeatureRoom.PAGES.in(version)).key()))
          .as("day %s", day)
          .isTrue();
      assertThat(room.catalog.deleteVersion(NAME, version, Precondition.NONE)).isTrue();
    }
    assertThat(room.catalog.delete(NAME, Precondition.NONE)).isTrue();
    var _ = room.catalog.create(NAME, TEXTS);
    assertThat(keys.add(room.catalog.find(FeatureRoom.PAGES.inLatest()).key())).isTrue();
    room.close();
  }
}
