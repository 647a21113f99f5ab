package io.messina.cli.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** What the demo tells people. Names stand last in a line, since not all letters are as wide. */
final class DemoSummary {

  private static final int BUSIEST = 10;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final PrintWriter out;

  DemoSummary(PrintWriter out) {
    this.out = out;
  }

  void printTitle() {
    out.println("A day of Wikipedia edits on Messina's embedded store");
    out.println();
    out.flush();
  }

  void printFolder(DemoFolder folder) {
    out.printf(
        Locale.ROOT,
        "Folder    %s (%s), %s%n",
        folder.path(),
        folder.fileSystem(),
        folder.isTemporary() ? "removed at the end" : "kept");
    out.flush();
  }

  void print(DemoRun run) {
    printFigures(run);
    out.println();
    out.println("Busiest channels");
    out.printf(Locale.ROOT, "%8s  %s%n", "edits", "channel");
    run.report().channels().stream()
        .limit(BUSIEST)
        .forEach(
            channel -> out.printf(Locale.ROOT, "%,8d  %s%n", channel.edits(), channel.channel()));
    out.println();
    out.println("Busiest editors");
    out.printf(
        Locale.ROOT,
        "%8s %12s %14s %6s %6s  %-13s  %s%n",
        "edits",
        "bytes added",
        "bytes deleted",
        "minor",
        "robot",
        "between (UTC)",
        "editor");
    run.report().profiles().sample().stream().limit(BUSIEST).forEach(this::printEditor);
    out.flush();
  }

  private void printFigures(DemoRun run) {
    Written edits = run.edits();
    out.printf(
        Locale.ROOT,
        "Written   %,d edits in %s, %,d per second, each durable when acknowledged%n",
        edits.acknowledged(),
        seconds(edits.took()),
        edits.perSecond());
    out.printf(
        Locale.ROOT,
        "Latency   p50 %s, p99 %s, with %d writers at once%n",
        millis(edits.latencies().percentile(50)),
        millis(edits.latencies().percentile(99)),
        Writers.COUNT);
    out.printf(
        Locale.ROOT,
        "Read      %,d edits in %s, each as it was acknowledged%n",
        run.report().read(),
        seconds(run.readTook()));
    out.printf(
        Locale.ROOT,
        "Profiles  %,d editors in %s, %,d per second, each durable when acknowledged%n",
        run.profiles().acknowledged(),
        seconds(run.profiles().took()),
        run.profiles().perSecond());
  }

  private void printEditor(EditorProfile editor) {
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

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.2f s", duration.toNanos() / 1e9);
  }

  private static String millis(Duration duration) {
    return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
  }

  private static String time(Instant instant) {
    return TIME.format(instant);
  }
}
