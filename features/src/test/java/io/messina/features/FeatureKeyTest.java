package io.messina.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureVersion;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FeatureKeyTest {

  @Property
  void a_key_is_read_as_it_was_written(
      @ForAll("parts") String type,
      @ForAll("parts") String name,
      @ForAll("parts") String version,
      @ForAll @IntRange(min = 1, max = 999_999_999) int generation) {
    FeatureKey key =
        new FeatureKey(new FeatureName(type, name), new FeatureVersion(version), generation);
    assertThat(FeatureKey.parse(key.text())).contains(key);
    FeatureKey first = new FeatureKey(key.name(), FeatureVersion.FIRST, 1);
    assertThat(FeatureKey.parse(first.text())).contains(first);
  }

  /** With all that divides parts. */
  @Provide
  Arbitrary<String> parts() {
    return Arbitraries.of("a", "2", "#", "|", "~", "%", "%23", "ü", "日", "😀", "/", " ")
        .list()
        .ofMinSize(1)
        .ofMaxSize(20)
        .map(characters -> String.join("", characters));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "user",
        "user#",
        "user#pages",
        "#pages|",
        "user#|",
        "user|pages",
        "user#pages#|",
        "user#pages|a|b",
        "user#pages|~",
        "user#pages|~1",
        "user#pages|~0",
        "user#pages|~02",
        "user#pages|~-2",
        "user#pages|~2x",
        "user#pages|~2~3",
        "user#pages|~9999999999",
        "user#pages|latest",
        "user#pages|%",
        "user#pages|%2",
        "user#pages|%zz",
        "user#pages|%7c",
        "user#p%61ges|",
        "user#pages|\n"
      })
  void what_nobody_wrote_is_no_key(String text) {
    assertThat(FeatureKey.parse(text)).isEmpty();
  }

  @Test
  void generations_begin_with_one() {
    assertThatThrownBy(() -> new FeatureKey(new FeatureName("user", "a"), FeatureVersion.FIRST, 0))
        .hasMessage("generation: 0 (expected: from 1)");
  }
}
