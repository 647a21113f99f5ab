package io.messina.cli.definition;

import io.messina.api.StreamName;
import io.messina.api.Wire;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.StateOptions;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.enrichment.EnrichmentClient;
import io.messina.client.group.DeadLettersClient;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command {@code messina enrichment}. */
@Command(
    name = "enrichment",
    subcommands = JobDeadLettersCommand.class,
    description =
        "List, create, show and delete enrichments, which make states of "
            + "streams, and look at states.")
public final class EnrichmentCommand
    extends JobCommand<EnrichmentClient, StateOptions, EnrichmentReport>
    implements JobDeadLettersCommand.Owner {

  private static final Kind KIND =
      Kind.of(
          "enrichment",
          EnrichmentName.class,
          List.of(
              "name",
              "generation",
              "stream",
              "running",
              "lag",
              "events",
              "rounds",
              "dead_letters",
              "trouble"));

  private static final Help HELP =
      new Help(
          "List all enrichments, with their counts.",
          """
          Make a state for each key of a stream, from its oldest event on.

            messina enrichment create profiles --stream edits --field edits=count --field\
           lines=sum:/added --field first=min:/time --field pages=append_to_list:/page:10

          Other fields than it has begin again at the oldest event, with no states.
          """,
          "Show the definition of an enrichment, and its progress on all nodes.",
          "End an enrichment; its states are out of reach then.");

  private static final String STATE = "state";
  private static final String STREAM = "--stream";
  private static final String FIELD = "--field";

  /** For picocli. */
  public EnrichmentCommand() {
    super(KIND, StateOptions.class, HELP);
  }

  @Override
  protected EnrichmentClient one(MessinaClient client, String name) {
    return client.enrichment(name);
  }

  @Override
  protected List<EnrichmentReport> all(MessinaClient client) {
    return client.enrichments();
  }

  @Override
  public DeadLettersClient deadLetters(MessinaClient client, String name) {
    return named(client, name).deadLetters();
  }

  @Override
  public void complete(CommandLine command) {
    super.complete(command);
    addParameter(subcommand(STATE), 1, "1", "KEY", "The key of the events.", String.class);
    JobDeadLettersCommand.describe(
        command,
        """
        List, redrive and delete the events that an enrichment has set aside.

        A redrive appends them anew to the stream, whose other consumers see them again, too. Those\
         that may be in a state already stay: they would count twice.
        """);
  }

  @Override
  void addOptions(CommandLine create) {
    create
        .getCommandSpec()
        .addOption(
            OptionSpec.builder(STREAM)
                .required(true)
                .paramLabel("STREAM")
                .description("The stream whose events make the states; for ever.")
                .type(StreamName.class)
                .build())
        .addOption(
            OptionSpec.builder(FIELD)
                .required(true)
                .paramLabel("NAME=FUNCTION[:POINTER[:MAX]]")
                .description(
                    "A field of the state: count, sum, last, min, max, set_if_absent or "
                        + "append_to_list of the value at a JSON pointer in payloads.")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
  }

  @Override
  StateOptions given(CommandLine create) {
    ParseResult parsed = create.getParseResult();
    try {
      return new StateOptions(
          parsed.<StreamName>matchedOptionValue(STREAM, null),
          StateFields.read(parsed.matchedOptionValue(FIELD, List.of())));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(create, String.valueOf(e.getMessage()), e);
    }
  }

  @Command(name = STATE, description = "Show the state of a key, and why it waits, if it does.")
  void state(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    String key = Objects.requireNonNull(parameter(STATE, 1));
    print(format, Wire.fields(ask(STATE, server, client -> client.state(key))));
  }
}
