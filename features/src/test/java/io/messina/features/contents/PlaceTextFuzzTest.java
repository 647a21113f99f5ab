package io.messina.features.contents;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PlaceTextFuzzTest {

  static Stream<Arguments> places() {
    return Stream.of("", "AQ", PlaceText.write(""), PlaceText.write("user|größe|7"))
        .map(text -> arguments((Object) text.getBytes(ISO_8859_1)));
  }

  @MethodSource("places")
  @FuzzTest
  void any_text_is_a_place_or_none(byte[] text) {
    PlaceText.read(new String(text, ISO_8859_1))
        .ifPresent(names -> assertThat(PlaceText.read(PlaceText.write(names))).contains(names));
  }
}
