package io.messina.bench.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.bench.Printed;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class FeatureBenchTest {

  /** One in a build; all of them where {@code messina.test.everything} is true. */
  static List<FeatureArm> arms() {
    return Boolean.getBoolean("messina.test.everything")
        ? List.of(FeatureArm.LIST, FeatureArm.LISTS, FeatureArm.VALUES)
        : List.of(FeatureArm.LISTS);
  }

  @ParameterizedTest
  @MethodSource("arms")
  void each_arm_reads_from_a_real_server(FeatureArm arm) throws IOException {
    String printed =
        printed(
            arm.toString(),
            "--rounds",
            "1",
            "--seconds",
            "1",
            "--lists",
            "100",
            "--connections",
            "1",
            "--rate",
            "20",
            "--java",
            Printed.QUICK_JAVA);
    assertThat(printed).contains(arm.meaning(), arm.target()).containsPattern("this build +[1-9]");
  }

  @Test
  @FullBuild("the reads of one arm")
  void a_storm_is_answered_and_its_reads_are_counted() throws IOException {
    assertThat(printed("storm", "--rounds", "1", "--connections", "50", "--lists", "100"))
        .containsPattern("round 1: 50 requests, [1-9][0-9]* reads of the store");
  }

  @Test
  void help_tells_all_arms_and_flags() throws IOException {
    for (FeatureArm arm : FeatureArm.values()) {
      assertThat(printed("--help")).contains(arm.toString(), arm.meaning());
    }
    assertThat(printed("-l")).isEqualTo(printed("--help")).contains("--store");
  }

  @Test
  void what_is_no_arm_or_flag_is_refused() {
    assertThatThrownBy(() -> FeatureBench.run(List.of("x")))
        .hasMessage("x (expected: list, values, lists, storm, overhead)");
    assertThatThrownBy(() -> FeatureBench.run(List.of("list", "--x", "1")))
        .hasMessageStartingWith("--x (expected: a value behind one of");
    assertThatThrownBy(() -> FeatureBench.run(List.of("list", "--lists", "99")))
        .hasMessage("--lists: 99 (expected: a number from 100)");
    assertThatThrownBy(() -> FeatureBench.run(List.of("overhead")))
        .hasMessage("--store: absent (expected: a keyspace of a cluster)");
  }

  private static String printed(String... arguments) throws IOException {
    return Printed.by(FeatureBench::run, arguments);
  }
}
