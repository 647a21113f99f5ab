package io.messina.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.api.Position;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SplitsSerializerTest {

  private static final SplitsSerializer ALL = new SplitsSerializer();
  private static final SplitsSerializer.One ONE = new SplitsSerializer.One();
  private static final ShardSplit BOUNDED =
      new ShardSplit(3, 2, Position.unpack(17), Position.unpack(40));
  private static final Splits SOME =
      new Splits(true, 2, List.of(BOUNDED, new ShardSplit(4, 2, Position.START, null)));

  @Test
  void splits_are_read_as_they_were_written() throws IOException {
    assertThat(ALL.deserialize(2, ALL.serialize(SOME))).isEqualTo(SOME);
    assertThat(ALL.deserialize(2, ALL.serialize(Splits.NONE))).isEqualTo(Splits.NONE);
    assertThat(ONE.deserialize(ONE.getVersion(), ONE.serialize(BOUNDED))).isEqualTo(BOUNDED);
  }

  @Test
  void the_second_version_stays_as_it_is() throws IOException {
    String hex =
        "010000000200000002"
            + "00000003000000000000001101"
            + "0000000000000028"
            + "0000000400000000000000000000000000000000"
            + "00";
    assertThat(HexFormat.of().formatHex(ALL.serialize(SOME))).isEqualTo(hex);
    assertThat(ALL.deserialize(2, HexFormat.of().parseHex(hex))).isEqualTo(SOME);
  }

  @Test
  void the_first_version_did_not_know_generations() throws IOException {
    DataOutputSerializer to = new DataOutputSerializer(64);
    to.writeBoolean(true);
    to.writeInt(1);
    to.writeInt(3);
    to.writeLong(17);
    to.writeBoolean(true);
    to.writeLong(40);
    assertThat(ONE.deserialize(1, to.getCopyOfBuffer()))
        .isEqualTo(new ShardSplit(3, 0, BOUNDED.next(), BOUNDED.end()));
  }

  @Test
  void other_bytes_and_other_versions_are_refused() throws IOException {
    byte[] bytes = ALL.serialize(SOME);
    for (int length = 0; length < bytes.length; length++) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> ALL.deserialize(2, part)).isInstanceOf(IOException.class);
    }
    byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> ALL.deserialize(2, more)).hasMessageContaining("1 bytes more");
    for (int version : new int[] {0, 3}) {
      assertThatThrownBy(() -> ALL.deserialize(version, bytes))
          .hasMessage("splits: version " + version + " (expected: up to 2)");
    }
    byte[] large = bytes.clone();
    large[5] = 127;
    assertThatThrownBy(() -> ALL.deserialize(2, large)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> ONE.deserialize(2, bytes)).hasMessage("splits: 2 (expected: 1)");
  }

  static Stream<Arguments> bytes() throws IOException {
    return Stream.of(new byte[0], ALL.serialize(SOME)).map(bytes -> arguments((Object) bytes));
  }

  @MethodSource("bytes")
  @FuzzTest
  void any_bytes_are_read_or_refused(byte[] bytes) {
    try {
      assertThat(ALL.deserialize(2, bytes)).isNotNull();
    } catch (IOException e) {
      assertThat(e).isNotNull();
    }
  }
}
