package io.messina.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerSettingsTest {

  @Test
  void all_arms_have_five_rounds_of_five_seconds_by_default() {
    PeerSettings settings = PeerSettings.read(List.of());
    assertThat(settings.arms()).containsExactly(PeerArm.values());
    assertThat(settings.rounds()).isEqualTo(5);
    assertThat(settings.length()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.warmUp()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.baseline()).isEmpty();
    assertThat(settings.format()).isEqualTo(PeerSettings.Format.TEXT);
  }

  @Test
  void flags_without_a_value_may_stand_anywhere() {
    PeerSettings settings =
        PeerSettings.read(
            List.of("--arms", "kafka-flush,ndjson,ndjson", "--json", "--seconds", "2"));
    assertThat(settings.arms()).containsExactly(PeerArm.KAFKA_FLUSH, PeerArm.NDJSON);
    assertThat(settings.length()).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.format()).isEqualTo(PeerSettings.Format.JSON);
  }

  @Test
  void what_is_no_arm_flag_or_build_is_refused() {
    assertThatThrownBy(() -> PeerSettings.read(List.of("--arms", "kafka,x")))
        .hasMessageStartingWith("x (expected: kafka, kafka-flush, ndjson");
    assertThatThrownBy(() -> PeerSettings.read(List.of("--x", "1")))
        .hasMessageStartingWith("--x (expected: a value behind one of");
    assertThatThrownBy(() -> PeerSettings.read(List.of("--rounds", "0")))
        .hasMessage("--rounds: 0 (expected: a number from 1)");
    assertThatThrownBy(() -> PeerSettings.read(List.of("--baseline", "/absent")))
        .hasMessageStartingWith("--baseline /absent: no messina-bench.jar there");
  }
}
