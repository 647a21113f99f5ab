package io.messina.store.cql.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.cql.probe.ClusterFinding.Grade;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClockReportTest {

  @Test
  void nodes_are_compared_with_this_machine_and_with_each_other() {
    ClockReport report = new ClockReport(List.of(clock("a", 300, 1), clock("b", -250, 1)));

    assertThat(report.isAgreeing()).isFalse();
    assertThat(report.distance()).isEqualTo(Duration.ofMillis(548));
    assertThat(report.finding().sentence())
        .isEqualTo(
            "the clock of a is 550 ms ahead of that of b, more than 500 ms: synchronize them by"
                + " NTP");
  }

  @Test
  void what_slow_answers_leave_open_is_not_held_against_a_node() {
    ClockReport report = new ClockReport(List.of(clock("a", 900, 850)));

    assertThat(report.isAgreeing()).isTrue();
    assertThat(report.finding().grade()).isEqualTo(Grade.OK);
  }

  @Test
  void clocks_that_begin_to_part_are_a_warning() {
    ClockReport report = new ClockReport(List.of(clock("a", -200, 2)));

    assertThat(report.finding().grade()).isEqualTo(Grade.WARNING);
    assertThat(report.finding().found())
        .isEqualTo("the clock of a is 200 ms behind that of this machine");
  }

  @Test
  void where_no_node_answers_nothing_is_claimed() {
    assertThat(new ClockReport(List.of()).finding().grade()).isEqualTo(Grade.WARNING);
  }

  private static NodeClock clock(String node, long offsetMillis, long uncertaintyMillis) {
    return new NodeClock(
        node, Duration.ofMillis(offsetMillis), Duration.ofMillis(uncertaintyMillis));
  }
}
