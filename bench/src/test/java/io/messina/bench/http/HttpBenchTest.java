package io.messina.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.bench.Printed;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class HttpBenchTest {

  /**
   * One in a build; where {@code messina.test.everything} is true all but the one that needs a
   * keyspace.
   */
  static List<HttpArm> arms() {
    return Boolean.getBoolean("messina.test.everything")
        ? Stream.of(HttpArm.values()).filter(arm -> arm != HttpArm.FORWARDED).toList()
        : List.of(HttpArm.CLAIMS);
  }

  @ParameterizedTest
  @MethodSource("arms")
  void each_arm_gets_events_through_a_real_server(HttpArm arm) throws IOException {
    String printed =
        printed(
            arm.toString(),
            "--rounds",
            "1",
            "--seconds",
            "1",
            "--polls",
            "20",
            "--connections",
            "1",
            "--java",
            Printed.QUICK_JAVA);
    assertThat(printed)
        .contains(arm.meaning(), arm.target(), "fsync p50")
        .containsPattern("(this build|with tokens|3 x its quota) +[1-9]");
  }

  @Test
  void help_tells_all_arms_and_flags() throws IOException {
    assertThat(printed("--help")).isEqualTo(printed("-l")).contains("--baseline");
    for (HttpArm arm : HttpArm.values()) {
      assertThat(printed("-l")).contains(arm.toString(), arm.meaning());
    }
  }

  @Test
  void what_is_no_arm_or_flag_is_refused() {
    assertThatThrownBy(() -> HttpBench.run(List.of("x")))
        .hasMessage(
            "x (expected: ingest, singles, claims, idle-polls, tokens, greedy-token, forwarded)");
    assertThatThrownBy(() -> HttpBench.run(List.of("ingest", "--x", "1")))
        .hasMessageStartingWith("--x (expected: a value behind one of");
    assertThatThrownBy(() -> HttpBench.run(List.of("ingest", "--rounds", "0")))
        .hasMessage("--rounds: 0 (expected: a number from 1)");
  }

  private static String printed(String... arguments) throws IOException {
    return Printed.by(HttpBench::run, arguments);
  }
}
