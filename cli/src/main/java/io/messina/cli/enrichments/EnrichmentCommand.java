package io.messina.cli.enrichments;

import io.messina.api.StreamName;
import io.messina.api.Wire;
import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.KeyReport;
import io.messina.api.enrichment.StateOptions;
import io.messina.cli.remote.Expected;
import io.messina.cli.remote.ExpectedTag;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.enrichment.EnrichmentClient;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina enrichment}. */
@Command(
    name = "enrichment",
    subcommands = EnrichmentDeadLettersCommand.class,
    description =
        "List, create, show and delete enrichments, which make states of "
            + "streams, and look at states.")
public final class EnrichmentCommand {

  /** The columns of a list for people. */
  private static final List<String> LISTED =
      List.of(
          "name",
          "generation",
          "stream",
          "running",
          "lag",
          "events",
          "rounds",
          "dead_letters",
          "trouble");

  @Spec private CommandSpec spec;

  /** For picocli. */
  public EnrichmentCommand() {}

  @Command(name = "list", description = "List all enrichments, with their counts.")
  void list(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(
          out(), "enrichments", client.enrichments().stream().map(Wire::fields).toList(), LISTED);
    }
  }

  @Command(
      name = "create",
      description = {
        "Make a state for each key of a stream, from its oldest event on.",
        "",
        "  messina enrichment create profiles --stream edits --field edits=count --field"
            + " lines=sum:/added --field first=min:/time --field pages=append_to_list:/page:10",
        "",
        "Other fields than it has begin again at the oldest event, with no states.",
        ""
      })
  void create(
      @Mixin EnrichmentPlace place,
      @Option(
              names = "--stream",
              required = true,
              paramLabel = "STREAM",
              description = "The stream whose events make the states; for ever.")
          StreamName stream,
      @Option(
              names = "--field",
              required = true,
              paramLabel = "NAME=FUNCTION[:POINTER[:MAX]]",
              description =
                  "A field of the state: count, sum, last, min, max, set_if_absent or "
                      + "append_to_list of the value at a JSON pointer in payloads.")
          List<String> fields,
      @Mixin Expected expected,
      @Mixin OutputFormat format) {
    StateOptions options = options(stream, fields);
    EnrichmentDefinition made =
        place.ask(
            client ->
                expected
                    .on(client, EnrichmentClient::ifMatch, EnrichmentClient::ifAbsent)
                    .create(options));
    format.printWhole(out(), Wire.fields(made));
  }

  private StateOptions options(StreamName stream, List<String> fields) {
    try {
      return new StateOptions(stream, StateFields.read(fields));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec.subcommands().get("create")),
          String.valueOf(e.getMessage()),
          e);
    }
  }

  @Command(
      name = "show",
      description =
          "Show the definition of an enrichment, and its progress on the node that answers.")
  void show(@Mixin EnrichmentPlace place, @Mixin OutputFormat format) {
    format.printWhole(out(), Wire.fields(place.ask(EnrichmentClient::get)));
  }

  @Command(name = "state", description = "Show the state of a key, and why it waits, if it does.")
  void state(
      @Mixin EnrichmentPlace place,
      @Parameters(index = "1", paramLabel = "KEY", description = "The key of the events.")
          String key,
      @Mixin OutputFormat format) {
    KeyReport report = place.ask(client -> client.state(key));
    format.printWhole(out(), Wire.fields(report));
  }

  @Command(name = "delete", description = "End an enrichment; its states are out of reach then.")
  void delete(@Mixin EnrichmentPlace place, @Mixin ExpectedTag tag, @Mixin OutputFormat format) {
    String name =
        place.ask(
            client -> {
              tag.on(client, EnrichmentClient::ifMatch).delete();
              return client.name();
            });
    format.printDone(out(), "The enrichment " + name + " is deleted.", Map.of("deleted", name));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
