package io.messina.flink.enrichment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnfinishedEventsTest {

  private static final byte[] SOME = group();

  @Test
  void events_are_read_from_what_a_checkpoint_has() throws IOException {
    assertThat(restored(SOME, SOME))
        .extracting(each -> each.key + " " + each.event + " " + each.timestampMillis)
        .containsExactly("ann a 7", "bob b null", "ann a 7", "bob b null");
    assertThat(restored(SOME, SOME))
        .extracting(each -> each.arrival)
        .containsExactly(1L, 2L, 3L, 4L);
    assertThat(restored()).isEmpty();
  }

  @Test
  void truncated_bytes_a_large_count_and_a_later_version_are_refused() {
    for (int length = 0; length < SOME.length; length++) {
      byte[] part = Arrays.copyOf(SOME, length);
      assertThatThrownBy(() -> restored(part)).isInstanceOf(IOException.class);
    }
    byte[] large = SOME.clone();
    large[1] = 127;
    assertThatThrownBy(() -> restored(large)).isInstanceOf(IOException.class);
    byte[] negative = SOME.clone();
    negative[1] = -1;
    assertThatThrownBy(() -> restored(negative)).hasMessageContaining("(expected: from 0)");
    byte[] later = SOME.clone();
    later[0] = 2;
    assertThatThrownBy(() -> restored(later))
        .hasMessage("unfinished events: version 2 (expected: 1)");
  }

  static Stream<Arguments> bytes() {
    return Stream.of(new byte[0], SOME).map(bytes -> arguments((Object) bytes));
  }

  @MethodSource("bytes")
  @FuzzTest
  void any_bytes_are_read_or_refused(byte[] bytes) {
    try {
      assertThat(restored(bytes)).isNotNull();
    } catch (IOException e) {
      assertThat(e).isNotNull();
    }
  }

  private static List<UnfinishedEvent<String, String>> restored(byte[]... groups)
      throws IOException {
    return new UnfinishedEvents<>(
            StringSerializer.INSTANCE, new PendingCodec<>(StringSerializer.INSTANCE), 8)
        .restore(
            Stream.of(groups)
                .map(
                    group ->
                        new KeyGroupStatePartitionStreamProvider(
                            new ByteArrayInputStream(group), 0))
                .toList());
  }

  /** By the layout that is documented, not by the code that writes it. */
  private static byte[] group() {
    DataOutputSerializer to = new DataOutputSerializer(64);
    try {
      to.writeByte(1);
      to.writeInt(2);
      StringSerializer.INSTANCE.serialize("ann", to);
      to.writeBoolean(true);
      to.writeLong(7);
      StringSerializer.INSTANCE.serialize("a", to);
      StringSerializer.INSTANCE.serialize("bob", to);
      to.writeBoolean(false);
      StringSerializer.INSTANCE.serialize("b", to);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return to.getCopyOfBuffer();
  }
}
