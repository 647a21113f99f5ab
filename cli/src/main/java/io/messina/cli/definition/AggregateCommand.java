package io.messina.cli.definition;

import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateReport;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.aggregate.AggregateClient;
import io.messina.client.aggregate.RowSelection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code messina aggregate}. */
@Command(
    name = "aggregate",
    description = "List, create, show and delete aggregates of streams, and look at their rows.")
public final class AggregateCommand
    extends JobCommand<AggregateClient, AggregateOptions, AggregateReport> {

  private static final Kind KIND =
      Kind.of(
          "aggregate",
          AggregateName.class,
          List.of(
              "name",
              "generation",
              "stream",
              "kind",
              "running",
              "lag",
              "added",
              "late",
              "skipped",
              "trouble"));

  private static final Help HELP =
      new Help(
          "List all aggregates, with their counts.",
          """
          Make a value for each window and group of a stream, from its oldest event on.

            messina aggregate create flag-users --stream interactions --kind approx_unique\
           --group-by /flag --of /user --window 1h

          Lists are texts with commas between them, or JSON. Other options than it has begin again\
           at the oldest event, with no rows.
          """,
          "Show the definition of an aggregate, and its progress on all nodes.",
          "End an aggregate; its rows are gone then.");

  private static final List<String> SHOWN_OF_ROWS =
      List.of("key", "window_start", "window_end", "value", "closed", "incomplete");

  /** For picocli. */
  public AggregateCommand() {
    super(KIND, AggregateOptions.class, HELP);
  }

  @Override
  protected AggregateClient one(MessinaClient client, String name) {
    return client.aggregate(name);
  }

  @Override
  protected List<AggregateReport> all(MessinaClient client) {
    return client.aggregates();
  }

  @Command(
      name = "rows",
      description = {
        "Show the rows of an aggregate, by window and then by key.",
        "Where shards cannot be read now, stderr and the field missing of --json name them."
      })
  int rows(
      @Mixin ServerAddress server,
      @Option(
              names = "--from",
              paramLabel = "TIME",
              description = "Only windows that begin then or later.")
          @Nullable Instant from,
      @Option(names = "--to", paramLabel = "TIME", description = "Only windows that begin before.")
          @Nullable Instant to,
      @Option(
              names = "--key",
              paramLabel = "KEY",
              description = "Only this group: a text, or JSON.")
          @Nullable String key,
      @Mixin OutputFormat format) {
    RowSelection selection =
        new RowSelection(
            Optional.ofNullable(from),
            Optional.ofNullable(to),
            Optional.ofNullable(key),
            RowSelection.ALL.limit(),
            false); // no sketches
    AllRows all = ask("rows", server, client -> AllRows.of(client, selection));
    if (format.isJson()) {
      format.printOne(out(), all.fields());
    } else {
      format.printAll(out(), "rows", all.rows(), SHOWN_OF_ROWS);
    }
    return all.tellMissing(subcommand("rows").getErr());
  }

  /**
   * The output for people includes the fields that it groups and counts by, though each is more
   * than one value.
   */
  @Override
  protected void print(OutputFormat format, Map<String, @Nullable Object> fields) {
    if (!format.isJson()) {
      for (String list : List.of("group_by", "where")) {
        fields.computeIfPresent(list, (_, value) -> JsonMapper.shared().writeValueAsString(value));
      }
    }
    format.printOne(out(), fields);
  }
}
