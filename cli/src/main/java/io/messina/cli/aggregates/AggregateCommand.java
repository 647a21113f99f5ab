package io.messina.cli.aggregates;

import io.messina.api.Wire;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.cli.remote.Expected;
import io.messina.cli.remote.ExpectedTag;
import io.messina.cli.remote.RecordOptions;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.aggregate.AggregateClient;
import io.messina.client.aggregate.RowSelection;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code messina aggregate}. */
@Command(
    name = "aggregate",
    description = "List, create, show and delete aggregates of streams, and look at their rows.")
public final class AggregateCommand {

  /** The columns of a list for people. */
  private static final List<String> LISTED =
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
          "trouble");

  private static final List<String> SHOWN_OF_ROWS =
      List.of("key", "window_start", "window_end", "value", "closed", "incomplete");

  @Spec private CommandSpec spec;

  /** For picocli. */
  public AggregateCommand() {}

  /**
   * Adds the options that are made from the fields of aggregates.
   *
   * @param aggregate the command with its subcommands
   */
  public static void complete(CommandLine aggregate) {
    RecordOptions.addForNew(
        Objects.requireNonNull(aggregate.getSubcommands().get("create")), AggregateOptions.class);
  }

  @Command(name = "list", description = "List all aggregates, with their counts.")
  void list(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(
          out(), "aggregates", client.aggregates().stream().map(Wire::fields).toList(), LISTED);
    }
  }

  @Command(
      name = "create",
      description = {
        "Make a value for each window and group of a stream, from its oldest event on.",
        "",
        "  messina aggregate create flag-users --stream interactions --kind approx_unique"
            + " --group-by /flag --of /user --window 1h",
        "",
        "Lists are texts with commas between them, or JSON. Other options than it has begin again"
            + " at the oldest event, with no rows.",
        ""
      })
  void create(@Mixin AggregatePlace place, @Mixin Expected expected, @Mixin OutputFormat format) {
    CommandLine command = Objects.requireNonNull(spec.subcommands().get("create"));
    AggregateOptions options = RecordOptions.given(command, AggregateOptions.class);
    AggregateDefinition made =
        place.ask(
            client ->
                expected
                    .on(client, AggregateClient::ifMatch, AggregateClient::ifAbsent)
                    .create(options));
    print(format, Wire.fields(made));
  }

  @Command(
      name = "show",
      description =
          "Show the definition of an aggregate, and its progress on the node that answers.")
  void show(@Mixin AggregatePlace place, @Mixin OutputFormat format) {
    print(format, Wire.fields(place.ask(AggregateClient::get)));
  }

  @Command(
      name = "rows",
      description = {
        "Show the rows of an aggregate, by window and then by key.",
        "Where shards cannot be read now, stderr and the field missing of --json name them."
      })
  int rows(
      @Mixin AggregatePlace place,
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
    AllRows all = place.ask(client -> AllRows.of(client, selection));
    if (format.isJson()) {
      format.printOne(out(), all.fields());
    } else {
      format.printAll(out(), "rows", all.rows(), SHOWN_OF_ROWS);
    }
    return all.tellMissing(spec.commandLine().getErr());
  }

  @Command(name = "delete", description = "End an aggregate; its rows are gone then.")
  void delete(@Mixin AggregatePlace place, @Mixin ExpectedTag tag, @Mixin OutputFormat format) {
    String name =
        place.ask(
            client -> {
              tag.on(client, AggregateClient::ifMatch).delete();
              return client.name();
            });
    format.printDone(out(), "The aggregate " + name + " is deleted.", Map.of("deleted", name));
  }

  /**
   * The output for people includes the fields that it groups and counts by, though each is more
   * than one value.
   */
  private void print(OutputFormat format, Map<String, @Nullable Object> fields) {
    if (!format.isJson()) {
      for (String list : List.of("group_by", "where")) {
        fields.computeIfPresent(list, (_, value) -> JsonMapper.shared().writeValueAsString(value));
      }
    }
    format.printOne(out(), fields);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
