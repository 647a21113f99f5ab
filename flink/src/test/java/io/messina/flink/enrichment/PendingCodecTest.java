package io.messina.flink.enrichment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PendingCodecTest {

  private static final PendingCodec<String> CODEC = new PendingCodec<>(StringSerializer.INSTANCE);
  private static final byte[] SOME = encoded(List.of(pending("größer", 7L), pending("", null)));

  @Test
  void events_are_read_as_they_were_written() throws IOException {
    assertThat(CODEC.decode(SOME))
        .containsExactly(new PendingCodec.Kept<>("größer", 7L), new PendingCodec.Kept<>("", null));
    assertThat(CODEC.decode(encoded(List.of()))).isEmpty();
  }

  @Test
  void the_first_version_stays_as_it_is() {
    assertThat(HexFormat.of().formatHex(SOME))
        .isEqualTo("0100000002010000000000000007076772f601df0165720001");
  }

  @Test
  void empty_and_truncated_bytes_and_more_than_there_should_be_are_refused() {
    for (int length = 0; length < SOME.length; length++) {
      byte[] part = Arrays.copyOf(SOME, length);
      assertThatThrownBy(() -> CODEC.decode(part)).isInstanceOf(IOException.class);
    }
    byte[] more = Arrays.copyOf(SOME, SOME.length + 2);
    assertThatThrownBy(() -> CODEC.decode(more)).hasMessageContaining("2 bytes more");
  }

  @Test
  void a_count_that_is_too_large_and_a_later_version_are_refused() {
    byte[] large = SOME.clone();
    large[1] = 127;
    assertThatThrownBy(() -> CODEC.decode(large)).isInstanceOf(IOException.class);
    byte[] negative = SOME.clone();
    negative[1] = -1;
    assertThatThrownBy(() -> CODEC.decode(negative)).isInstanceOf(IOException.class);
    byte[] later = SOME.clone();
    later[0] = 2;
    assertThatThrownBy(() -> CODEC.decode(later)).hasMessageContaining("version 2 (expected: 1)");
  }

  static Stream<Arguments> bytes() {
    return Stream.of(new byte[0], SOME).map(bytes -> arguments((Object) bytes));
  }

  @MethodSource("bytes")
  @FuzzTest
  void any_bytes_are_read_or_refused(byte[] bytes) {
    try {
      assertThat(CODEC.decode(bytes)).isNotNull();
    } catch (IOException e) {
      assertThat(e).isNotNull();
    }
  }

  private static UnfinishedEvent<String, String> pending(String event, @Nullable Long timestamp) {
    return new UnfinishedEvent<>("key", event, timestamp, 1);
  }

  private static byte[] encoded(List<UnfinishedEvent<String, String>> events) {
    try {
      return CODEC.encode(events);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
