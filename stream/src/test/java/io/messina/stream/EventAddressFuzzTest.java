package io.messina.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.api.Position;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EventAddressFuzzTest {

  private static final int FIELD_BYTES = 18;

  static Stream<Arguments> texts() {
    return Stream.of(
            new EventAddress(3, 4095, 17, new Position(5, 1_000_000)).toString(), "", "event id")
        .map(text -> arguments((Object) text.getBytes(ISO_8859_1)));
  }

  static Stream<Arguments> fields() {
    byte[] ones = new byte[FIELD_BYTES];
    Arrays.fill(ones, (byte) 1);
    return Stream.of(arguments((Object) new byte[FIELD_BYTES]), arguments((Object) ones));
  }

  @MethodSource("texts")
  @FuzzTest
  void any_text_is_read_or_refused(byte[] text) {
    assertReadOrRefused(new String(text, ISO_8859_1));
  }

  /** Else the check would keep nearly all tries from what lies behind it. */
  @MethodSource("fields")
  @FuzzTest
  void any_fields_are_read_or_refused(byte[] bytes) {
    byte[] fields = Arrays.copyOf(bytes, FIELD_BYTES);
    assertReadOrRefused(
        new OpaqueText("event id", 1, FIELD_BYTES).write(buffer -> buffer.put(fields)));
  }

  private static void assertReadOrRefused(String text) {
    try {
      assertThat(EventAddress.parse(text).toString()).isEqualTo(text);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("(expected: ");
    }
  }
}
