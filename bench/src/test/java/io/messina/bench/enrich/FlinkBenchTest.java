package io.messina.bench.enrich;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.bench.Printed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(180)
class FlinkBenchTest {

  /** One in a build; all of them where {@code messina.test.everything} is true. */
  static Stream<Arguments> comparisons() {
    Arguments throughput =
        Arguments.of(
            List.of("zipf", "2"),
            List.of(
                "unordered", "merging", "caching", "unordered checkpoints", "merging checkpoints"));
    Arguments designs =
        Arguments.of(
            List.of("uniform", "1", "--designs"),
            List.of("unordered", "merging", "timers", "key ordered", "synchronous"));
    Arguments latency =
        Arguments.of(
            List.of("uniform", "1", "--rate", "5000"), List.of("unordered", "merging", "caching"));
    return Boolean.getBoolean("messina.test.everything")
        ? Stream.of(throughput, designs, latency)
        : Stream.of(latency);
  }

  @ParameterizedTest
  @Timeout(value = 10, unit = TimeUnit.MINUTES) // a process for each contender
  @MethodSource("comparisons")
  void each_contender_takes_its_turn_and_ours_lose_no_update(
      List<String> comparison, List<String> contenders) throws Exception {
    List<String> tiny =
        List.of("--rounds", "1", "--events", "2000", "--keys", "100", "--permits", "50");
    String printed =
        printed(Stream.concat(comparison.stream(), tiny.stream()).toArray(String[]::new));
    for (String contender : contenders) {
      assertThat(printed).containsPattern("(?m)^" + contender + " +[1-9][0-9,]* events/s$");
    }
    // events/s, of unordered, requests and rounds of an event, lost
    assertThat(printed).containsPattern("(?m)^merging +[0-9,]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +0 ");
  }

  @Test
  void help_tells_the_comparisons_and_all_flags() throws Exception {
    assertThat(printed("--help"))
        .isEqualTo(printed("-l"))
        .contains("uniform|zipf PARALLELISM", "--designs", "--rate", "--events");
  }

  @Test
  void what_is_no_arm_is_refused() {
    assertThatThrownBy(() -> FlinkBench.run(List.of("x", "1")))
        .hasMessageStartingWith("x (expected: uniform, zipf");
  }

  private static String printed(String... arguments) throws Exception {
    return Printed.by(FlinkBench::run, arguments);
  }
}
