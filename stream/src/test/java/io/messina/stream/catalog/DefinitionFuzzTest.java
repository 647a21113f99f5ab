package io.messina.stream.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.api.NewGroup;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Fence;
import io.messina.store.Incarnation;
import io.messina.stream.StreamId;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DefinitionFuzzTest {

  private static final CatalogStream GOOD =
      new CatalogStream(new StreamId(new StreamName("good"), 1), StreamOptions.DEFAULT);
  private static final String STREAM = KeptStream.write(GOOD);
  private static final Fence FENCE = new Fence(0, 1, Incarnation.next(new SplittableRandom(1)));

  static Stream<Arguments> definitions() {
    return Stream.of(
            "",
            "{}",
            STREAM,
            KeptStream.write(GOOD.without(0).without(7)),
            Wire.write(NewGroup.DEFAULT))
        .map(json -> arguments((Object) json.getBytes(UTF_8)));
  }

  /** Of a stream, of a group of it, and of a stream that is deleted. */
  @MethodSource("definitions")
  @FuzzTest
  void any_definition_is_read_or_named_as_unreadable_and_hides_no_other(byte[] bytes) {
    String json = new String(bytes, UTF_8);
    TreeMap<String, Definition> rows = new TreeMap<>();
    rows.put("any", Definition.first("any", json));
    rows.put("gone", Definition.first("gone", json).gone());
    rows.put("good", Definition.first("good", STREAM));
    rows.put("good~1/any", Definition.first("good~1/any", json));
    CatalogView view =
        new StreamDefinitions(new Definitions(Optional.of(FENCE), rows), Precondition.NONE).view();
    assertThat(view.streams()).containsKey("good");
    assertThat(view.streams().containsKey("any"))
        .isNotEqualTo(view.unreadable().containsKey("any"));
    assertThat(view.unreadable().values())
        .allSatisfy(why -> assertThat(why).contains("unreadable by this version"));
  }
}
