package io.messina.cli.messages;

import io.messina.api.Times;
import io.messina.api.Wire;
import io.messina.api.message.UsageRow;
import io.messina.api.message.UsageRows;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints usage, and tells on stderr what is not in it. */
record PrintedUsage(UsageRows usage, PrintWriter err) {

  private static final List<String> COLUMNS =
      List.of(
          "day",
          "account",
          "channel",
          "connector",
          "country",
          "messages",
          "parts",
          "amount",
          "currency",
          "incomplete");

  /** Gives back the exit code: not success if shards are missing. */
  int print(PrintWriter out, OutputFormat format, boolean csv) {
    if (csv) {
      out.println(String.join(",", COLUMNS));
      usage.rows().forEach(row -> out.println(line(row)));
      out.flush();
    } else if (format.isJson()) {
      format.printOne(out, Wire.fields(usage));
    } else {
      format.printAll(out, "rows", usage.rows().stream().map(Wire::fields).toList(), COLUMNS);
      usage.completeTo().ifPresent(time -> out.println("Complete to " + Times.format(time)));
      out.flush();
    }
    if (usage.missing().isEmpty()) {
      return ExitCodes.SUCCESS;
    }
    err.println("messina: without what is in shards that could not be read: " + usage.missing());
    return ExitCodes.TRY_AGAIN;
  }

  /** No cell needs quotes: all are names, numbers and days. */
  private static String line(UsageRow row) {
    Map<String, @Nullable Object> fields = Wire.fields(row);
    return COLUMNS.stream()
        .map(fields::get)
        .map(cell -> cell == null ? "" : cell.toString())
        .collect(Collectors.joining(","));
  }
}
