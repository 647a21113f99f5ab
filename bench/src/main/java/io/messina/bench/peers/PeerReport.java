package io.messina.bench.peers;

import io.messina.bench.figures.Percentiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result of a comparison.
 *
 * @param settings of it
 * @param syncMicros of the disk
 * @param arms those that ran to the end
 * @param skipped the reasons of those that have no figures, by their names
 */
record PeerReport(
    PeerSettings settings,
    Percentiles syncMicros,
    List<ArmRounds> arms,
    Map<String, String> skipped) {

  private static final List<String> COLUMNS =
      List.of(
          "arm",
          "acknowledged means",
          "events/s",
          "slowest – fastest",
          "server µs/event",
          "clients µs/event",
          "compilers µs/event");

  /** A line of a round that has just ended. */
  static String progress(int round, ArmRounds arm) {
    PeerRound last = arm.rounds().getLast();
    return "round %d: %-24s %,10.0f events/s, CPU %6.2f + %6.2f µs/event%s"
        .formatted(
            round,
            arm.name(),
            last.eventsPerSecond(),
            last.serverMicros(),
            last.loadMicros(),
            Double.isNaN(last.p50Millis())
                ? ""
                : ", p50 %.1f ms, p99 %.1f ms".formatted(last.p50Millis(), last.p99Millis()));
  }

  /** In the format of the settings. */
  @Override
  public String toString() {
    return settings.format() == PeerSettings.Format.JSON ? json() : tables();
  }

  private String tables() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%d cores, fsync p50 %.0f µs, p99 %.0f µs, %d rounds of %d s in changing order; medians\n"
            .formatted(
                cores(),
                syncMicros.median(),
                syncMicros.at(99),
                settings.rounds(),
                settings.length().toSeconds()));
    for (PeerArm.Kind kind : PeerArm.Kind.values()) {
      List<List<String>> rows =
          arms.stream().filter(each -> each.arm().kind() == kind).map(PeerReport::row).toList();
      if (!rows.isEmpty()) {
        text.append('\n').append(kind.meaning()).append("\n\n").append(table(columns(kind), rows));
      }
    }
    List<List<String>> ratios = ratios();
    if (!ratios.isEmpty()) {
      text.append("\nratios of rounds\n\n")
          .append(table(List.of("arms", "of", "median", "least – most", "target"), ratios));
    }
    if (!skipped.isEmpty()) {
      text.append('\n');
      skipped.forEach(
          (arm, reason) ->
              text.append(arm).append(" has no figures: ").append(reason).append('\n'));
    }
    return text.toString();
  }

  private static List<String> columns(PeerArm.Kind kind) {
    List<String> columns = new ArrayList<>(COLUMNS);
    if (kind == PeerArm.Kind.APPEND) {
      columns.addAll(List.of("longest pause ms", "paused %"));
    }
    if (kind.isPaced()) {
      columns.addAll(List.of("p50 ms", "p99 ms"));
    }
    return columns;
  }

  private static List<String> row(ArmRounds arm) {
    Percentiles rates = arm.all(PeerRound::eventsPerSecond);
    List<String> row =
        new ArrayList<>(
            List.of(
                arm.name(),
                arm.arm().promise().meaning(),
                "%,.0f".formatted(rates.median()),
                "%,.0f – %,.0f".formatted(rates.at(0), rates.at(100)),
                "%.2f".formatted(arm.median(PeerRound::serverMicros)),
                "%.2f".formatted(arm.median(PeerRound::loadMicros)),
                "%.2f".formatted(arm.median(PeerRound::compilerMicros))));
    if (arm.arm().kind() == PeerArm.Kind.APPEND) {
      row.add(ifKnown("%.0f", arm.all(PeerRound::longestPauseMillis).at(100)));
      row.add(ifKnown("%.1f", arm.median(PeerRound::pausedPercent)));
    }
    if (arm.arm().kind().isPaced()) {
      row.add("%.1f".formatted(arm.median(PeerRound::p50Millis)));
      row.add("%.1f".formatted(arm.median(PeerRound::p99Millis)));
    }
    return row;
  }

  private static String ifKnown(String format, double figure) {
    return Double.isNaN(figure) ? "" : format.formatted(figure);
  }

  private List<List<String>> ratios() {
    List<List<String>> rows = new ArrayList<>();
    for (Target target : Target.all()) {
      target
          .of(arms)
          .ifPresent(
              all ->
                  rows.add(
                      List.of(
                          target.arms(),
                          target.name(),
                          "%.2f".formatted(all.median()),
                          "%.2f – %.2f".formatted(all.at(0), all.at(100)),
                          target.target())));
    }
    return rows;
  }

  private String table(List<String> columns, List<List<String>> rows) {
    boolean isMarkdown = settings.format() == PeerSettings.Format.MARKDOWN;
    List<List<String>> all = new ArrayList<>(List.of(columns));
    if (isMarkdown) {
      all.add(columns.stream().map(_ -> "---").toList());
    }
    all.addAll(rows);
    StringBuilder table = new StringBuilder();
    for (List<String> row : all) {
      table.append(isMarkdown ? "| " + String.join(" | ", row) + " |" : aligned(row, all));
      table.append('\n');
    }
    return table.toString();
  }

  private static String aligned(List<String> row, List<List<String>> all) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      int column = i;
      int width = all.stream().mapToInt(each -> each.get(column).length()).max().orElse(0);
      line.append(row.get(i)).append(" ".repeat(width - row.get(i).length() + 2));
    }
    return line.toString().stripTrailing();
  }

  /** All rounds, from which the medians can be made again. */
  private String json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("cores", cores());
    json.put("fsync_p50_micros", syncMicros.median());
    json.put("rounds", settings.rounds());
    json.put("seconds", settings.length().toSeconds());
    json.put("warm_up_seconds", settings.warmUp().toSeconds());
    json.put("arms", arms.stream().map(PeerReport::json).toList());
    List<Map<String, Object>> ratios = new ArrayList<>();
    for (Target target : Target.all()) {
      target.of(arms).ifPresent(all -> ratios.add(json(target, all)));
    }
    json.put("ratios", ratios);
    json.put("without_figures", skipped);
    return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(json)
        + "\n";
  }

  private static Map<String, Object> json(ArmRounds arm) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("arm", arm.name());
    json.put("kind", arm.arm().kind().name().toLowerCase(Locale.ROOT));
    json.put("acknowledged_means", arm.arm().promise().meaning());
    json.put("median_events_per_second", arm.median(PeerRound::eventsPerSecond));
    json.put("rounds", arm.rounds().stream().map(PeerReport::json).toList());
    return json;
  }

  private static Map<String, Object> json(PeerRound round) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("events_per_second", round.eventsPerSecond());
    json.put("server_micros", round.serverMicros());
    json.put("clients_micros", round.loadMicros());
    json.put("compilers_micros", round.compilerMicros());
    if (!Double.isNaN(round.pausedPercent())) {
      json.put("longest_pause_millis", round.longestPauseMillis());
      json.put("paused_percent", round.pausedPercent());
    }
    if (!Double.isNaN(round.p50Millis())) {
      json.put("p50_millis", round.p50Millis());
      json.put("p99_millis", round.p99Millis());
    }
    return json;
  }

  private static Map<String, Object> json(Target target, Percentiles ratios) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("arms", target.arms());
    json.put("of", target.name());
    json.put("median", ratios.median());
    json.put("least", ratios.at(0));
    json.put("most", ratios.at(100));
    json.put("target", target.target());
    return json;
  }

  private static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }
}
