package io.messina.messaging.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.store.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CountedMessageTest {

  @Test
  void what_is_written_is_read_again_after_each_event() {
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      CountedMessage counted = CountedMessage.NONE;
      for (MessageEvent event : History.of(random, "m", Instant.EPOCH, Duration.ofDays(1))) {
        counted = counted.and(event);
        assertThat(CountedMessage.decode(counted.encode())).isEqualTo(counted);
      }
    }
  }

  @Test
  void another_version_is_not_taken_for_this_one() {
    byte[] bytes = CountedMessage.NONE.encode().toArray();
    bytes[0] = 1;
    assertThatThrownBy(() -> CountedMessage.decode(Bytes.wrap(bytes)))
        .hasMessageContaining("version: 1 (expected: 0)");
  }

  @Test
  void what_was_cut_short_is_not_read() {
    byte[] bytes = CountedMessage.NONE.encode().toArray();
    for (int length = 0; length < bytes.length; length++) {
      Bytes cut = Bytes.wrap(Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> CountedMessage.decode(cut)).isInstanceOf(RuntimeException.class);
    }
  }

  @Test
  void each_kind_has_a_bit() {
    assertThat(CountedMessage.BITS).containsExactlyInAnyOrder(MessageEventKind.values());
  }
}
