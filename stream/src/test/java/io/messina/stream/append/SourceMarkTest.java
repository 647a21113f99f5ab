package io.messina.stream.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Bytes;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SourceMarkTest {

  @Test
  void the_mark_of_a_source_stays_as_it_is() {
    SourceMark mark =
        new SourceMark(300, 1_800_000_000_000_000L, 0b101, new TreeMap<>(Map.of(300L, 7, 297L, 1)));
    String hex = "02000000000000012c000665172898800000000000000000050203000000010000000007";
    assertThat(HexFormat.of().formatHex(mark.encode().toArray())).isEqualTo(hex);
    assertThat(SourceMark.decode(Bytes.wrap(HexFormat.of().parseHex(hex)))).isEqualTo(mark);
    byte[] newer = HexFormat.of().parseHex("03" + hex.substring(2));
    assertThatThrownBy(() -> SourceMark.decode(Bytes.wrap(newer)))
        .hasMessageEndingWith("(expected: one of version 2)");
  }
}
