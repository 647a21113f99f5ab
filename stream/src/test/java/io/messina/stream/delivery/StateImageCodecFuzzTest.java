package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.runtime.FormatLevel;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StateImageCodecFuzzTest {

  static Stream<Arguments> images() {
    return Stream.of(
            new byte[0],
            new byte[] {1},
            StateImageCodec.encode(StateImageCodecTest.image(1), new FormatLevel()))
        .map(bytes -> arguments((Object) bytes));
  }

  @MethodSource("images")
  @FuzzTest
  void any_bytes_are_read_or_refused(byte[] bytes) {
    try {
      StateImage image = StateImageCodec.decode(bytes);
      assertThat(StateImageCodec.decode(StateImageCodec.encode(image, new FormatLevel())))
          .isEqualTo(image);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("unreadable delivery state");
    }
  }
}
