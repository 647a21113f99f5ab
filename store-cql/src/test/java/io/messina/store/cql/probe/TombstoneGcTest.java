package io.messina.store.cql.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class TombstoneGcTest {

  @Test
  void the_mode_is_found_wherever_it_stands() {
    assertThat(TombstoneGc.mode(of("mode", "repair"))).contains("repair");
    assertThat(TombstoneGc.mode(of("propagation_delay_in_seconds", "3600", "mode", "timeout")))
        .contains("timeout");
    assertThat(TombstoneGc.mode(of("other", "mode"))).isEmpty();
  }

  @Test
  void what_is_empty_cut_or_something_else_says_nothing() {
    byte[] whole = of("mode", "repair").array();
    for (int length = 0; length < whole.length; length++) {
      assertThat(TombstoneGc.mode(ByteBuffer.wrap(Arrays.copyOf(whole, length)))).isEmpty();
    }
    for (byte any : new byte[] {1, 127, -1}) {
      byte[] bytes = new byte[64];
      Arrays.fill(bytes, any);
      assertThat(TombstoneGc.mode(ByteBuffer.wrap(bytes))).isEmpty();
    }
  }

  /** As ScyllaDB writes names and values, one after the other. */
  static ByteBuffer of(String... texts) {
    ByteBuffer to = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    to.putInt(texts.length / 2);
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      to.putInt(bytes.length).put(bytes);
    }
    return ByteBuffer.wrap(Arrays.copyOf(to.array(), to.position()));
  }
}
