package io.messina.cli.messages;

import io.messina.api.Times;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.report.UsageRow;
import io.messina.api.message.report.UsageRows;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.message.UsageSelection;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code messina messages usage}. */
@Command(
    name = "usage",
    description = {
      "Show the messages sent and their cost, by day, account, channel, "
          + "connector and country.",
      "",
      "  messina messages usage --account shop --from 2026-03-01 --to 2026-04-01 --csv",
      ""
    })
final class UsageCommand implements Callable<Integer> {

  private static final List<String> COLUMNS =
      List.of(
          "account",
          "channel",
          "connector",
          "country",
          "day",
          "messages",
          "parts",
          "amount",
          "currency",
          "incomplete");

  @Spec private CommandSpec spec;
  @Mixin private ServerAddress server;
  @Mixin private OutputFormat output;

  @Option(names = "--account", paramLabel = "ACCOUNT", description = "Only of this account.")
  private @Nullable AccountName account;

  @Option(
      names = "--from",
      paramLabel = "DAY",
      description = "Only of this day of UTC and later ones.")
  private @Nullable LocalDate from;

  @Option(names = "--to", paramLabel = "DAY", description = "Only of days before this one.")
  private @Nullable LocalDate to;

  @Option(names = "--csv", description = "Print CSV with a head.")
  private boolean csv;

  @Override
  public Integer call() {
    UsageSelection selection =
        new UsageSelection(
            Optional.ofNullable(account), Optional.ofNullable(from), Optional.ofNullable(to));
    try (MessinaClient client = server.connect()) {
      UsageRows usage = client.messages().usage(selection);
      print(usage, spec.commandLine().getOut());
      return tellMissing(usage);
    }
  }

  private void print(UsageRows usage, PrintWriter out) {
    if (csv) {
      out.println(String.join(",", COLUMNS));
      usage.rows().forEach(row -> out.println(line(row)));
    } else if (output.isJson()) {
      output.printOne(out, Wire.fields(usage));
    } else {
      output.printAll(out, "rows", usage.rows().stream().map(Wire::fields).toList(), COLUMNS);
      usage.completeTo().ifPresent(time -> out.println("Complete to " + Times.format(time)));
    }
    out.flush();
  }

  /** No cell needs quotes: all are names, numbers and days. */
  private static String line(UsageRow row) {
    Map<String, @Nullable Object> fields = Wire.fields(row);
    return COLUMNS.stream()
        .map(fields::get)
        .map(cell -> cell == null ? "" : cell.toString())
        .collect(Collectors.joining(","));
  }

  /** A bill that lacks something is no success. */
  private int tellMissing(UsageRows usage) {
    if (usage.missing().isEmpty()) {
      return ExitCodes.SUCCESS;
    }
    spec.commandLine()
        .getErr()
        .println(
            "messina: without the messages in shards that cannot be read now: " + usage.missing());
    return ExitCodes.TRY_AGAIN;
  }
}
