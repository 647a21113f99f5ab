package io.messina.stream.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.AttemptError;
import io.messina.store.Bytes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FailuresCodecTest {

  private static final List<AttemptError> FAILURES =
      List.of(
          new AttemptError(1, "größer"),
          new AttemptError(2, ""),
          new AttemptError(100, "x".repeat(500)));

  @Test
  void failures_are_read_as_they_were_written() {
    assertThat(FailuresCodec.decode(FailuresCodec.encode(FAILURES))).isEqualTo(FAILURES);
    assertThat(FailuresCodec.decode(FailuresCodec.encode(List.of()))).isEmpty();
  }

  @Test
  void bytes_that_end_early_are_refused() {
    byte[] whole = FailuresCodec.encode(FAILURES).toArray();
    for (int length = 0; length < whole.length; length++) {
      Bytes cut = Bytes.wrap(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> FailuresCodec.decode(cut))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_later_version_is_refused() {
    byte[] later = FailuresCodec.encode(FAILURES).toArray();
    later[0] = 2;
    assertThatThrownBy(() -> FailuresCodec.decode(Bytes.wrap(later)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version 2");
  }
}
