package io.messina.features;

import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.WireException;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.contents.Lists;
import io.messina.runtime.definition.Precondition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memory")
final class NamesTest extends OnEachEngine {

  /** Parts that would collide if they were only joined. */
  private static final List<String> PARTS =
      List.of("a", "a#", "#a", "a|", "|", "~2", "a~2", "%", "%23", "#", "ü", "a/b", "日本", "😀");

  private static final String LONGEST = "#".repeat(FeatureName.PART_BYTES_MAX);
  private static final EntityId LONGEST_ID = new EntityId("ü".repeat(EntityId.BYTES_MAX / 2));

  @Test
  void names_with_all_that_divides_them_do_not_collide() {
    List<FeatureRef> refs = new ArrayList<>();
    for (String type : PARTS) {
      for (String name : PARTS) {
        FeatureName feature = new FeatureName(type, name);
        assertThat(FeatureKey.name(FeatureKey.of(feature))).isEqualTo(feature);
        room.catalog.create(feature, FeatureOptions.list(ValueType.TEXT));
        FeatureVersion version = new FeatureVersion(name);
        room.catalog.createVersion(feature, version, Precondition.NONE);
        refs.add(FeatureRef.of(feature));
        refs.add(FeatureRef.of(feature).in(version));
      }
    }
    Set<String> keys = new HashSet<>();
    for (FeatureRef ref : refs) {
      String key = room.catalog.find(ref).key();
      assertThat(keys.add(key)).as(key).isTrue();
      room.lists.add(ref, new EntityId("a#|~%"), List.of(item(ref.toString(), 1)));
    }
    for (FeatureRef ref : refs) {
      assertThat(room.lists.get(ref, new EntityId("a#|~%"), ListQuery.newest(9)).items())
          .containsExactly(item(ref.toString(), 1));
    }
  }

  @Test
  void under_the_longest_names_the_most_and_the_largest_values_are_stored_also_the_second_time() {
    FeatureName feature = new FeatureName(LONGEST, "%" + LONGEST.substring(1));
    FeatureVersion version = new FeatureVersion(LONGEST);
    FeatureRef ref = FeatureRef.of(feature).in(version);
    for (int i = 0; i < 2; i++) {
      room.catalog.create(feature, FeatureOptions.list(ValueType.TEXT));
      room.catalog.createVersion(feature, version, Precondition.NONE);
      assertThat(room.lists.get(ref, LONGEST_ID, ListQuery.newest(9)).items()).isEmpty();
      ListItem largest = item("x".repeat(FeatureValue.BYTES_MAX), 1);
      room.lists.add(ref, LONGEST_ID, List.of(largest));
      assertThat(room.lists.get(ref, LONGEST_ID, ListQuery.newest(9)).items())
          .containsExactly(largest);
      List<ListItem> most = most();
      room.lists.add(ref, LONGEST_ID, most);
      assertThat(room.lists.get(ref, LONGEST_ID, ListQuery.newest(500)).items())
          .isEqualTo(most.reversed());
      assertThat(room.lists.trim(ref, LONGEST_ID, 1)).isEqualTo(500);
      assertThat(room.catalog.delete(feature, Precondition.NONE)).isTrue();
    }
  }

  @Test
  void scalars_with_the_longest_names_are_stored() {
    FeatureName feature = new FeatureName(LONGEST, LONGEST);
    FeatureVersion version = new FeatureVersion(LONGEST);
    FeatureRef ref = FeatureRef.of(feature).in(version);
    room.catalog.create(feature, FeatureOptions.scalar(ValueType.TEXT));
    room.catalog.createVersion(feature, version, Precondition.NONE);
    FeatureValue largest = FeatureValue.text("x".repeat(FeatureValue.BYTES_MAX));
    room.scalars.put(ref, LONGEST_ID, largest, time.now());
    assertThat(room.scalars.get(List.of(ref), List.of(LONGEST_ID)).getFirst())
        .containsExactly(new ValueAnswer.Present(largest, time.now()));
  }

  @Test
  void a_key_is_as_the_table_says_and_one_that_is_there_again_appends_its_number() {
    FeatureName pages = new FeatureName("user", "recent pages#1");
    FeatureOptions options = FeatureOptions.list(ValueType.TEXT);
    FeatureRef first = FeatureRef.of(pages);
    FeatureVersion second = new FeatureVersion("v|2");
    room.catalog.create(pages, options);
    assertThat(room.catalog.find(first).key()).isEqualTo("user#recent pages%231|");
    room.catalog.createVersion(pages, second, Precondition.NONE);
    assertThat(room.catalog.find(first.in(second)).key()).isEqualTo("user#recent pages%231|v%7C2");
    room.catalog.delete(pages, Precondition.NONE);
    FeatureDefinition again = room.catalog.create(pages, options).value();
    assertThat(again.versions()).containsExactly(FeatureVersion.FIRST);
    assertThat(room.catalog.find(first).key()).isEqualTo("user#recent pages%231|~2");
    for (int creation = 2; creation <= 3; creation++) {
      room.catalog.createVersion(pages, second, Precondition.NONE);
      assertThat(room.catalog.find(first.in(second)).key())
          .isEqualTo("user#recent pages%231|v%7C2~" + creation);
      room.catalog.deleteVersion(pages, second, Precondition.NONE);
    }
  }

  @Test
  void longer_names_and_those_that_no_text_can_hold_are_refused() {
    String longer = "x".repeat(FeatureName.PART_BYTES_MAX + 1);
    String wide = "ü".repeat(FeatureName.PART_BYTES_MAX / 2 + 1);
    for (String wrong : List.of("", longer, wide, "a\nb", "\uD800")) {
      assertRefused(() -> new FeatureName(wrong, "a"));
      assertRefused(() -> new FeatureName("a", wrong));
    }
    assertRefused(() -> new FeatureVersion(longer));
    assertRefused(() -> FeatureVersion.exactly("latest"));
    assertRefused(() -> new EntityId(""));
    assertRefused(() -> new EntityId("x".repeat(EntityId.BYTES_MAX + 1)));
    assertRefused(() -> new EntityId("\uDC00"));
  }

  /** Oldest first. */
  private static List<ListItem> most() {
    String filling = "x".repeat(Lists.ITEM_BYTES_MAX / Lists.ITEMS_MAX - 3);
    return IntStream.range(0, Lists.ITEMS_MAX)
        .mapToObj(i -> item("%03d".formatted(i) + filling, 2 + i))
        .toList();
  }

  private static void assertRefused(ThrowingCallable making) {
    assertThatThrownBy(making).isInstanceOf(WireException.class);
  }
}
