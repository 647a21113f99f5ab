package io.messina.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricRulesTest {

  private static final String GOOD =
      """
      # HELP a_total Things.
      # TYPE a_total counter
      a_total{x="1",y="a \\"b\\" \\n"} 1.0
      a_total{x="2",y=""} 2.0E10
      # HELP q_bytes What q takes.
      # TYPE q_bytes gauge
      q_bytes NaN
      # HELP c_seconds How long.
      # TYPE c_seconds summary
      c_seconds{quantile="0.5"} 0.1
      c_seconds_count 1
      c_seconds_sum 0.1
      """;

  @Test
  void a_good_scrape_has_no_faults() {
    assertThat(MetricRules.faults(GOOD)).isEmpty();
    assertThat(MetricRules.names(GOOD))
        .containsExactlyInAnyOrder(
            "a_total", "q_bytes", "c_seconds", "c_seconds_count", "c_seconds_sum");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# TYPE v_bytes gauge\nv_bytes 1",
        "# HELP v_bytes\n# TYPE v_bytes gauge\nv_bytes 1",
        "# HELP q A.\n# TYPE q counter\nq 1",
        "# HELP q_total A.\n# TYPE q_total gauge\nq_total 1",
        "# HELP q_total A.\n# TYPE q_total counter\nq_total 1\nq_total 2",
        "# HELP q_count A.\n# TYPE q_count gauge\nq_count 1",
        "# HELP q_milliseconds A.\n# TYPE q_milliseconds gauge\nq_milliseconds 1",
        "# HELP q_ms A.\n# TYPE q_ms gauge\nq_ms 1",
        "# HELP q_gauge A.\n# TYPE q_gauge gauge\nq_gauge 1",
        "# HELP qE A.\n# TYPE qE gauge\nqE 1",
        "# HELP q A.\n# TYPE q untyped\nq 1",
        "# HELP q A.\n# TYPE q gauge\nq{x=\"1\",x=\"2\"} 1",
        "# HELP q A.\n# TYPE q gauge\nq{x=1} 1",
        "# HELP q A.\n# TYPE q gauge\nq{quantile=\"1\"} 1",
        "# HELP q A.\n# TYPE q gauge\nq one",
        "# HELP q A.\n# TYPE q gauge\nq 1\nr 1",
        "a_total{x=\"3\"} 1",
        "# HELP a_total Again.",
      })
  void each_fault_is_found(String more) {
    assertThat(MetricRules.faults(GOOD + more + "\n")).isNotEmpty();
  }

  @Test
  void the_last_line_must_end() {
    assertThat(MetricRules.faults(GOOD.strip())).isNotEmpty();
  }
}
