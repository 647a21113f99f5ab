package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.store.Bytes;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Bytes that other versions wrote, or that run in the same cluster. */
class FrozenBytesTest {

  @Test
  void the_end_of_a_lane_stays_as_it_is() {
    LaneCut cut = new LaneCut(0x0102030405060708L, 1_800_000_000_000_000L, true);
    String hex = "020102030405060708000665172898800001";
    assertThat(HexFormat.of().formatHex(cut.encode().toArray())).isEqualTo(hex);
    assertThat(LaneCut.decode(Bytes.wrap(HexFormat.of().parseHex(hex)))).isEqualTo(cut);
    byte[] newer = HexFormat.of().parseHex("03" + hex.substring(2));
    assertThatThrownBy(() -> LaneCut.decode(Bytes.wrap(newer)))
        .hasMessageContaining("bytes of version 2");
  }

  @Test
  void the_answer_of_a_node_stays_as_it_is_and_newer_fields_are_passed_over() {
    ShardId shard = new ShardId(new StreamId(new StreamName("edits"), 2), 7);
    NodeAnswer answer =
        NodeAnswer.of(Optional.of("http://a:8420"), Optional.of("0.1.0"), Map.of(shard, 3));
    String json =
        "{\"url\":\"http://a:8420\",\"version\":\"0.1.0\",\"epochs\":{\"edits~2\":{\"7\":3}}}";
    assertThat(answer.encoded().toUtf8()).isEqualTo(json);
    assertThat(NodeAnswer.decoded(Bytes.utf8(json))).isEqualTo(answer);
    String newer = json.replace("{\"url\"", "{\"load\":0.5,\"url\"");
    assertThat(newer).isNotEqualTo(json);
    assertThat(NodeAnswer.decoded(Bytes.utf8(newer))).isEqualTo(answer);
  }
}
