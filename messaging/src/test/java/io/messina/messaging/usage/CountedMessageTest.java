package io.messina.messaging.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.messaging.track.MessageProgress;
import io.messina.store.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
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
  void what_other_versions_wrote_stays_as_it_is() {
    MessageProgress facts =
        new MessageProgress(
            2,
            Set.of(MessageEventKind.ACCEPTED, MessageEventKind.DISABLED),
            3,
            new TreeSet<>(Set.of(0, 2)));
    CountedMessage counted = new CountedMessage(facts, Set.of(1, 2));
    Bytes counts = Bytes.wrap(HexFormat.of().parseHex("00000000000000050000000000000007"));
    String hex = "000000000200008001000000030200000000000000020000000100000002";
    assertThat(HexFormat.of().formatHex(counted.encode().toArray())).isEqualTo(hex);
    assertThat(CountedMessage.decode(Bytes.wrap(HexFormat.of().parseHex(hex)))).isEqualTo(counted);
    assertThat(UsageCount.read(counts).messages()).isEqualTo(5);
    assertThat(UsageCount.read(counts).parts()).isEqualTo(7);
    assertThat(UsageCount.read(counts).write()).isEqualTo(counts);
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
