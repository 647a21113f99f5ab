package io.messina.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.messina.connectors.http.ProviderDouble;
import io.messina.connectors.http.Received;
import io.messina.server.RunningNode;
import io.messina.stream.json.ApiJson;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The metrics of a server that has done something of each kind, and what is said of them. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class MonitoringTest {

  private static final Path FOLDER = Path.of("../docs/operator/monitoring");
  private static final Path ALERTS = FOLDER.resolve("alerts.yml");
  private static final Path PAGE = Path.of("../docs/operator/monitoring.md");
  private static final Pattern METRIC = Pattern.compile("\\bmessina_[a-z0-9_]*[a-z0-9]");
  private static final Pattern ALERT = Pattern.compile("(?m)^ *- alert: (\\w+)$");
  private static final Pattern SECTION = Pattern.compile("(?m)^### (\\w+)$");

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;
  @AutoClose private static ProviderDouble receiver;
  private static String scrape;

  @BeforeAll
  static void work() throws Exception {
    receiver = ProviderDouble.start(Received::target, ProviderDouble.Repeats.NEW);
    node = RunningNode.in(folder, "--durability", "os", "--messages-shards", "2");
    node.json(201, "PUT", "/v1/streams/s", "{\"shards\":2,\"key\":\"/user\"}");
    node.json(201, "PUT", "/v1/streams/s/groups/g", "");
    node.json(201, "PUT", "/v1/features/user/l", "{\"type\":\"list\",\"value_type\":\"text\"}");
    node.json(
        201,
        "PUT",
        "/v1/feeds/f",
        "{\"stream\":\"s\",\"entity\":\"/user\",\"list\":\"l\",\"value\":\"/page\"}");
    node.json(
        201,
        "PUT",
        "/v1/enrichments/e",
        "{\"stream\":\"s\",\"fields\":{\"n\":{\"function\":\"count\"}}}");
    node.json(
        201,
        "PUT",
        "/v1/aggregates/a",
        "{\"stream\":\"s\",\"window\":\"1h\",\"kind\":\"unique\",\"of\":\"/user\"}");
    node.json(
        201,
        "PUT",
        "/v1/sinks/k",
        "{\"stream\":\"s\",\"url\":\"%s\",\"allow_private\":true}".formatted(receiver.url("/in")));
    node.json(202, "POST", "/v1/streams/s/events", "{\"user\":\"ada\",\"page\":\"Loom\"}");
    JsonNode claimed = node.json(200, "POST", "/v1/streams/s/groups/g/claim", "{\"wait\":\"30s\"}");
    String receipt = claimed.get("events").get(0).get("receipt").stringValue();
    node.json(200, "POST", "/v1/streams/s/groups/g/ack", "{\"receipts\":[\"" + receipt + "\"]}");
    for (String job : List.of("feeds/f", "enrichments/e", "aggregates/a", "sinks/k")) {
      var _ = node.awaited("/v1/" + job, report -> report.path("lag").asInt(1) == 0);
    }
    node.send("GET", "/metrics", "");
    scrape = node.send("GET", "/metrics", "").body();
  }

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    pattern
        .matcher(text)
        .results()
        .forEach(match -> found.add(match.group(match.groupCount() > 0 ? 1 : 0)));
    return found;
  }

  @Test
  void the_metrics_keep_the_rules_of_prometheus() {
    assertThat(MetricRules.faults(scrape)).isEmpty();
  }

  @Test
  void counts_are_counters() {
    assertThat(scrape)
        .contains("messina_features_fed_total{feed=\"f\"} 1.0\n")
        .contains("messina_enrichment_events_total{enrichment=\"e\"} 1.0\n")
        .contains("messina_aggregate_added_total{aggregate=\"a\"} 1.0\n")
        .contains("messina_sink_posted_total{sink=\"k\"} 1.0\n")
        .contains("messina_group_acked_total{group=\"g\",stream=\"s\"} 1.0\n")
        .contains("messina_flushed_events_total{stream=\"s\"} 1.0\n")
        .contains("# TYPE messina_features_fed_total counter\n")
        .doesNotContain("shard=\"");
  }

  @Test
  void alerts_and_dashboard_name_metrics_that_exist() throws IOException {
    Set<String> known = MetricRules.names(scrape);
    assertThat(found(METRIC, Files.readString(ALERTS))).hasSizeGreaterThan(10).isSubsetOf(known);
    assertThat(found(METRIC, Files.readString(FOLDER.resolve("dashboard.json"))))
        .hasSizeGreaterThan(20)
        .isSubsetOf(known);
  }

  @Test
  void the_page_names_metrics_that_exist() throws IOException {
    String page = Files.readString(PAGE);
    Set<String> families = new TreeSet<>();
    MetricRules.names(scrape).forEach(name -> families.add(name.replaceAll("_(count|sum)$", "")));
    Pattern whole = Pattern.compile("`(messina_[a-z0-9_]*[a-z0-9])`");
    assertThat(found(whole, page)).hasSizeGreaterThan(20).isSubsetOf(families);
  }

  @Test
  void each_alert_has_its_section_and_each_section_its_alert() throws IOException {
    assertThat(found(SECTION, Files.readString(PAGE)))
        .isEqualTo(found(ALERT, Files.readString(ALERTS)));
  }

  @Test
  void the_dashboard_is_one_that_grafana_takes() throws IOException {
    JsonNode dashboard =
        ApiJson.MAPPER.readTree(Files.readString(FOLDER.resolve("dashboard.json")));
    Set<Integer> ids = new TreeSet<>();
    for (JsonNode panel : dashboard.get("panels")) {
      assertThat(ids.add(panel.get("id").intValue())).isTrue();
      assertThat(panel.get("title").stringValue()).isNotBlank();
      JsonNode place = panel.get("gridPos");
      assertThat(place.get("x").intValue() + place.get("w").intValue()).isLessThanOrEqualTo(24);
      if (!panel.get("type").stringValue().equals("row")) {
        assertThat(panel.get("targets")).isNotEmpty();
      }
    }
    assertThat(ids).hasSizeGreaterThan(10);
  }

  @Test
  @FullBuild("what it checks of metrics is checked by MetricRules, too")
  void promtool_finds_nothing_wrong() throws Exception {
    assumeThat(isThere("promtool"))
        .as("promtool is not there: it is in Debian's package prometheus")
        .isTrue();
    Path metrics = Files.writeString(folder.resolve("metrics.txt"), scrape);
    assertThat(
            run(new ProcessBuilder("promtool", "check", "metrics").redirectInput(metrics.toFile())))
        .isEmpty();
    assertThat(run(new ProcessBuilder("promtool", "check", "rules", ALERTS.toString())))
        .contains("SUCCESS");
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  private static String run(ProcessBuilder command) throws Exception {
    Process process = command.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
