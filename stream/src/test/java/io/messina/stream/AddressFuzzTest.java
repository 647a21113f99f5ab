package io.messina.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.api.Position;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that clients send back are read as they were written, or refused. */
class AddressFuzzTest {

  private static final int RECEIPT_BYTES = 30;
  private static final int EVENT_ID_BYTES = 18;

  static Stream<Arguments> texts() {
    return Stream.of(
            new ClaimAddress(3, 2, 1, 4095, new Position(5, 1_000_000), 77).toString(),
            new EventAddress(3, 4095, 17, new Position(5, 1_000_000)).toString(),
            "",
            "receipt",
            "event id")
        .map(text -> arguments((Object) text.getBytes(ISO_8859_1)));
  }

  static Stream<Arguments> fields() {
    byte[] ones = new byte[RECEIPT_BYTES];
    Arrays.fill(ones, (byte) 1);
    return Stream.of(arguments((Object) new byte[RECEIPT_BYTES]), arguments((Object) ones));
  }

  @MethodSource("texts")
  @FuzzTest
  void any_text_is_a_receipt_or_refused(byte[] text) {
    assertReadOrRefused(ClaimAddress::parse, new String(text, ISO_8859_1));
  }

  @MethodSource("texts")
  @FuzzTest
  void any_text_is_an_event_id_or_refused(byte[] text) {
    assertReadOrRefused(EventAddress::parse, new String(text, ISO_8859_1));
  }

  /** Else the check would keep nearly all tries from what lies behind it. */
  @MethodSource("fields")
  @FuzzTest
  void any_fields_are_a_receipt_or_refused(byte[] bytes) {
    assertReadOrRefused(ClaimAddress::parse, written("receipt", RECEIPT_BYTES, bytes));
  }

  @MethodSource("fields")
  @FuzzTest
  void any_fields_are_an_event_id_or_refused(byte[] bytes) {
    assertReadOrRefused(EventAddress::parse, written("event id", EVENT_ID_BYTES, bytes));
  }

  private static String written(String kind, int length, byte[] bytes) {
    return new OpaqueText(kind, 1, length).write(to -> to.put(Arrays.copyOf(bytes, length)));
  }

  private static void assertReadOrRefused(Function<String, ?> parse, String text) {
    try {
      assertThat(parse.apply(text).toString()).isEqualTo(text);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("(expected: ");
    }
  }
}
