package io.messina.bench.enrich;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.bench.Printed;
import io.messina.test.rules.FullBuild;
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

  private static final List<String> TINY =
      List.of("--rounds", "1", "--events", "2000", "--keys", "100", "--permits", "50");

  static Stream<Arguments> comparisons() {
    return Stream.of(
        Arguments.of(
            List.of("zipf", "2"),
            List.of(
                "unordered", "merging", "caching", "unordered checkpoints", "merging checkpoints")),
        Arguments.of(
            List.of("uniform", "1", "--designs"),
            List.of("unordered", "merging", "timers", "key ordered", "synchronous")),
        Arguments.of(
            List.of("uniform", "1", "--rate", "5000"), List.of("unordered", "merging", "caching")));
  }

  @FullBuild("the round of one contender, in this process")
  @ParameterizedTest
  @Timeout(value = 10, unit = TimeUnit.MINUTES) // a process for each contender
  @MethodSource("comparisons")
  void each_contender_takes_its_turn_and_ours_lose_no_update(
      List<String> comparison, List<String> contenders) throws Exception {
    String printed =
        printed(Stream.concat(comparison.stream(), TINY.stream()).toArray(String[]::new));
    for (String contender : contenders) {
      assertThat(printed).containsPattern("(?m)^" + contender + " +[1-9][0-9,]* events/s$");
    }
    // events/s, of unordered, requests and rounds of an event, lost
    assertThat(printed).containsPattern("(?m)^merging +[0-9,]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +0 ");
  }

  @Test
  void a_round_counts_each_event_once_by_fewer_rounds_than_events() throws Exception {
    List<String> round = List.of("MERGING", "UNIFORM", "1", "0", "5000");
    String printed =
        Printed.by(
            arguments -> FlinkRound.main(arguments.toArray(String[]::new)),
            Stream.concat(round.stream(), TINY.stream()).toArray(String[]::new));
    // events/s, requests and rounds of an event, lost, p50
    assertThat(printed).containsPattern("(?m)^measured [1-9][0-9.]* [0-9.]+ 0[.][0-9]+ 0 [0-9.]+$");
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
