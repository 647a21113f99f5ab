package io.messina.stream.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.api.AttemptError;
import io.messina.store.Bytes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresCodecFuzzTest {

  static Stream<Arguments> failures() {
    List<AttemptError> some = List.of(new AttemptError(1, "größer"), new AttemptError(2, ""));
    return Stream.of(new byte[0], new byte[] {1}, FailuresCodec.encode(some).toArray())
        .map(bytes -> arguments((Object) bytes));
  }

  @MethodSource("failures")
  @FuzzTest
  void any_bytes_are_read_or_refused(byte[] bytes) {
    try {
      assertThat(FailuresCodec.decode(Bytes.wrap(bytes))).isNotNull();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("unreadable failures");
    }
  }
}
