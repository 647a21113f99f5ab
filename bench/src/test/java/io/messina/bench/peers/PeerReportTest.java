package io.messina.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.bench.figures.Percentiles;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PeerReportTest {

  private static final ArmRounds KAFKA =
      new ArmRounds(PeerArm.KAFKA, false, List.of(round(400_000, 1, 2), round(200_000, 3, 4)));
  private static final ArmRounds NDJSON =
      new ArmRounds(
          PeerArm.NDJSON, false, List.of(round(100_000, 8, 1, 20), round(300_000, 2, 1, 40)));
  private static final ArmRounds BASELINE =
      new ArmRounds(PeerArm.NDJSON, true, List.of(round(50_000, 16, 1), round(150_000, 8, 1)));
  private static final ArmRounds ARRIVALS =
      new ArmRounds(
          PeerArm.POLL_5000, false, List.of(new PeerRound(5_000, 80, 20, 5, 4.25, 40.5, 7, 0.5)));

  @Test
  void of_two_rounds_the_mean_is_told_not_the_better_one() {
    assertThat(KAFKA.median(PeerRound::eventsPerSecond)).isEqualTo(300_000);
    assertThat(report("--markdown"))
        .contains(
            "| kafka | page cache only | 300,000 | 200,000 – 400,000 | 2.00 | 3.00 | 0.50 |  |  |")
        .contains("| 100,000 – 300,000 | 5.00 | 1.00 | 0.50 | 40 | 3.0 |")
        .contains(
            "| ndjson (baseline) | fsync before the answer | 100,000 | 50,000 – 150,000 | 12.00");
  }

  @Test
  void ratios_are_of_the_same_round() {
    assertThat(report("--markdown"))
        .contains("| ndjson ÷ kafka | events/s | 0.88 | 0.25 – 1.50 | ≥ 1.0 |")
        .contains(
            "| ndjson ÷ ndjson (baseline) | CPU of the server for an event | 0.38 | 0.25 – 0.50 | ≤"
                + " 0.40 |")
        .doesNotContain("client ÷");
  }

  @Test
  void latencies_are_told_where_events_come_at_a_rate() {
    String[] tables = report("--markdown").split("latency from when");
    assertThat(tables).hasSize(2);
    assertThat(tables[0]).doesNotContain("p50 ms");
    assertThat(tables[1]).contains("| p50 ms | p99 ms |").contains("| 5.00 | 4.3 | 40.5 |");
  }

  @Test
  void text_has_its_columns_one_below_the_other() {
    List<String> lines = report().lines().toList();
    String head = lines.stream().filter(line -> line.startsWith("arm ")).findFirst().orElseThrow();
    assertThat(lines)
        .filteredOn(line -> line.startsWith("kafka ") || line.startsWith("ndjson "))
        .isNotEmpty()
        .filteredOn(line -> !line.contains("÷"))
        .allSatisfy(
            line ->
                assertThat(line.substring(head.indexOf("events/s") - 1)).matches(" [0-9,]+ .*"));
  }

  @Test
  void arms_without_figures_say_why() {
    assertThat(report()).endsWith("\nkafka-flush has no figures: Kafka is not here\n");
  }

  @Test
  void json_has_all_rounds() {
    JsonNode json = JsonMapper.shared().readTree(report("--json"));
    assertThat(json.at("/arms/0/arm").asString()).isEqualTo("kafka");
    assertThat(json.at("/arms/0/rounds/1/server_micros").asDouble()).isEqualTo(3);
    assertThat(json.at("/arms/0/rounds/0").has("p50_millis")).isFalse();
    assertThat(json.at("/arms/3/rounds/0/p99_millis").asDouble()).isEqualTo(40.5);
    assertThat(json.at("/ratios/0/median").asDouble()).isEqualTo(0.875);
    assertThat(json.at("/without_figures/kafka-flush").asString()).isEqualTo("Kafka is not here");
  }

  private static PeerRound round(double rate, double server, double load) {
    return round(rate, server, load, Double.NaN);
  }

  private static PeerRound round(double rate, double server, double load, double longestPause) {
    return new PeerRound(
        rate, server, load, 0.5, Double.NaN, Double.NaN, longestPause, longestPause / 10);
  }

  private static String report(String... flags) {
    return new PeerReport(
            PeerSettings.read(Stream.of(flags).toList()),
            Percentiles.of(List.of(100.0)),
            List.of(KAFKA, NDJSON, BASELINE, ARRIVALS),
            Map.of("kafka-flush", "Kafka is not here"))
        .toString();
  }
}
