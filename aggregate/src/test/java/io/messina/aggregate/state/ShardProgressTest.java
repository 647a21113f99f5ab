package io.messina.aggregate.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShardProgressTest {

  private static final ShardProgress SOME =
      new ShardProgress(
          17,
          1_800_000_000_000L,
          Long.MIN_VALUE,
          new ShardProgress.Counters(1, 2, 3, 4),
          new Gaps(5, List.of(new Gaps.Span(-1, 3_600_000))),
          new SourceTimes(List.of(new SourceTime(9, 10, true), SourceTime.UNHEARD)));
  private static final String HEX =
      "010000000000000011000001a3185c500080000000000000000000000000000001000000"
          + "00000000020000000000000003000000000000000400000000000000050001ffffffffff"
          + "ffffff000000000036ee8000020000000000000009000000000000000a01000000000000"
          + "0000800000000000000000";

  @Test
  void the_first_version_stays_as_it_is() {
    assertThat(HexFormat.of().formatHex(SOME.encode())).isEqualTo(HEX);
    assertThat(ShardProgress.decode(HexFormat.of().parseHex(HEX))).isEqualTo(SOME);
  }

  @Test
  void the_keys_of_windows_stay_as_they_are() {
    byte[] key = StateKeys.of(new Window(-1, 3_600_000), Bytes.utf8("k"));
    assertThat(HexFormat.of().formatHex(key)).isEqualTo("7fffffffffffffff6b");
    assertThat(StateKeys.startMillis(key)).isEqualTo(-1);
    assertThat(StateKeys.key(key)).isEqualTo(Bytes.utf8("k"));
  }

  @Test
  void a_newer_version_is_no_damage_after_which_the_state_would_be_built_again() {
    byte[] newer = HexFormat.of().parseHex("02" + HEX.substring(2));
    assertThatThrownBy(() -> ShardProgress.decode(newer))
        .hasMessage(
            "version 2 of the state (expected: 1): use the version of Messina that wrote it, or a"
                + " newer one")
        .satisfies(e -> assertThat(new StateException("f", e).isDamaged()).isFalse());
    byte[] other = HexFormat.of().parseHex("00" + HEX.substring(2));
    assertThatThrownBy(() -> ShardProgress.decode(other))
        .satisfies(e -> assertThat(new StateException("f", e).isDamaged()).isTrue());
  }
}
