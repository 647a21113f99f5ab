package io.messina.cli.demo;

import io.messina.api.message.report.UsageRow;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The summary that the demo prints. Names come last in a line, since not all letters are equally
 * wide.
 */
final class DemoSummary {

  private static final int BUSIEST = 10;
  private static final int PAGES = 5;
  private static final int BAR = 30;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final PrintWriter out;

  DemoSummary(PrintWriter out) {
    this.out = out;
  }

  void printTitle() {
    out.printf(Locale.ROOT, "A day of Wikipedia edits through Messina%n%n");
  }

  void printPlace(DemoPlace place, String url) {
    out.printf(Locale.ROOT, "%s%nServer    %s%n", place.line(), url);
  }

  void printWork(Workers.Kind workers) {
    String who =
        switch (workers) {
          case JAVA -> "in the server's process";
          case PYTHON -> "in Python processes, over HTTP";
        };
    out.printf(
        Locale.ROOT,
        "Workers   %s, edits of an editor in order; %d %% of the first attempts fail on purpose%n",
        who,
        Workers.FAILING_PERCENT);
  }

  void print(DemoReport report) {
    printFigures(report);
    out.printf(Locale.ROOT, "%nBusiest channels%n%8s  %s%n", "edits", "channel");
    report.channels().stream()
        .limit(BUSIEST)
        .forEach(
            channel -> out.printf(Locale.ROOT, "%,8d  %s%n", channel.edits(), channel.channel()));
    out.printf(
        Locale.ROOT,
        "%nBusiest editors%n%8s %12s %14s %6s %6s  %-13s  %s%n",
        "edits",
        "bytes added",
        "bytes deleted",
        "minor",
        "robot",
        "between (UTC)",
        "editor");
    report.profiles().sample().stream().limit(BUSIEST).forEach(this::printEditor);
    printHours(report);
    out.printf(Locale.ROOT, "%nTheir newest pages, from the list feature user/recent_pages%n");
    report
        .recentPages()
        .forEach(
            (editor, pages) ->
                out.printf(
                    Locale.ROOT,
                    "  %s: %s%n",
                    editor,
                    String.join(" · ", pages.subList(0, Math.min(PAGES, pages.size())))));
  }

  /** A bar for each hour of the busiest channel. */
  private void printHours(DemoReport report) {
    String busiest = report.channels().getFirst().channel();
    List<DemoReport.HourlyEditors> hours =
        report.hourlyUniqueEditors().stream()
            .filter(hour -> hour.channel().equals(busiest))
            .toList();
    long most = hours.stream().mapToLong(DemoReport.HourlyEditors::exact).max().orElse(1);
    out.printf(
        Locale.ROOT,
        "%nUnique editors of %s by hour (UTC)%n%5s %7s %12s%n",
        busiest,
        "hour",
        "exact",
        "approximate");
    hours.forEach(
        hour ->
            out.printf(
                Locale.ROOT,
                "%5s %,7d %,12d  %s%n",
                time(hour.hour()),
                hour.exact(),
                hour.approximate(),
                "\u2588".repeat((int) Math.max(1, BAR * hour.exact() / most))));
  }

  void printThanks(
      DemoReport.Thanks thanks, Optional<ThanksReceiver.Taken> sample, List<UsageRow> usage) {
    out.printf(
        Locale.ROOT,
        "%nThanks to the busiest editor of each channel: %,d messages accepted, %,d sent, %,d"
            + " received, %,d uncertain%n",
        thanks.accepted(),
        thanks.sent(),
        thanks.received(),
        thanks.uncertain());
    sample.ifPresent(last -> out.printf(Locale.ROOT, "  %s%n    %s%n", last.to(), last.text()));
    usage.forEach(
        row ->
            out.printf(
                Locale.ROOT,
                "  Usage of %s on %s: %,d messages through %s, %s %s%n",
                row.account(),
                row.day(),
                row.messages(),
                row.connector(),
                row.amount().orElse("no price"),
                row.currency().orElse("")));
  }

  void printNext(String url, DemoReport report) {
    String busiest = report.profiles().sample().getFirst().user();
    out.printf(
        Locale.ROOT,
        """

        The server stays up until Ctrl-C. Try:
          curl %1$s/v1/streams/edits/groups/profiles
          curl '%1$s/v1/streams/edits/events?shard=0&from=earliest&limit=2'
          curl '%1$s/v1/streams/profiles/events?shard=0&from=earliest&limit=2'
          curl '%1$s/v1/enrichments/profiles/%2$s'
          curl '%1$s/v1/aggregates/hourly_editors/rows?limit=5'
          curl '%1$s/v1/lists/user/recent_pages/%2$s?limit=5'
          curl '%1$s/v1/usage?account=demo'
        """,
        url,
        URLEncoder.encode(busiest, StandardCharsets.UTF_8).replace("+", "%20"));
  }

  private void printFigures(DemoReport report) {
    out.printf(
        Locale.ROOT,
        "Appended  %,d edits, %,d per second, each durable when acknowledged;%n"
            + "          a request took %s%n",
        report.acknowledged(),
        report.append().eventsPerSecond(),
        latency(report.append()));
    out.printf(
        Locale.ROOT,
        "Processed %,d edits in %.2f s, %,d per second;%n" + "          from append to done %s%s%n",
        report.processed(),
        report.seconds(),
        report.endToEnd().eventsPerSecond(),
        latency(report.endToEnd()),
        report.appendedFasterThanProcessed() ? ", mostly waiting: they come faster than that" : "");
    out.printf(Locale.ROOT, "Retries   %,d, dead letters %,d%n", report.retries(), report.dead());
    out.printf(
        Locale.ROOT,
        "Profiles  %,d editors, kept in the stream profiles%n"
            + "Enriched  by %,d rounds at the database for %,d edits%n",
        report.profiles().users(),
        report.profiles().rounds(),
        report.acknowledged());
  }

  private void printEditor(DemoReport.EditorProfile editor) {
    out.printf(
        Locale.ROOT,
        "%,8d %,12d %,14d %4.0f %% %4.0f %%  %s - %s  %s%n",
        editor.edits(),
        editor.bytesAdded(),
        editor.bytesDeleted(),
        100 * editor.minorShare(),
        100 * editor.robotShare(),
        time(editor.firstEdit()),
        time(editor.lastEdit()),
        editor.user());
  }

  /** The first seconds apart, if there are others. */
  private static String latency(DemoReport.Figures figures) {
    DemoReport.Latency first = figures.firstSeconds();
    DemoReport.Latency rest = figures.rest();
    return first == null || rest == null
        ? latency(new DemoReport.Latency(figures.p50Millis(), figures.p99Millis()))
        : "%s;%n          in the first %d s, as Java warms up, %s"
            .formatted(latency(rest), Operations.FIRST.toSeconds(), latency(first));
  }

  private static String latency(DemoReport.Latency latency) {
    return "p50 %s, p99 %s".formatted(millis(latency.p50Millis()), millis(latency.p99Millis()));
  }

  private static String millis(double millis) {
    return millis < 1000
        ? String.format(Locale.ROOT, "%.1f ms", millis)
        : String.format(Locale.ROOT, "%.1f s", millis / 1000);
  }

  private static String time(Instant instant) {
    return TIME.format(instant);
  }
}
