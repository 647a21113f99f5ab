package io.messina.cli.sinks;

import io.messina.api.Wire;
import io.messina.api.sink.SinkDefinition;
import io.messina.api.sink.SinkOptions;
import io.messina.cli.remote.Expected;
import io.messina.cli.remote.ExpectedTag;
import io.messina.cli.remote.RecordOptions;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.sink.SinkClient;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina sink}. */
@Command(
    name = "sink",
    subcommands = SinkDeadLettersCommand.class,
    description = "List, create, show and delete what posts the events of streams to URLs.")
public final class SinkCommand {

  /** What people see of each in a list. */
  private static final List<String> LISTED =
      List.of(
          "name",
          "stream",
          "url",
          "running",
          "lag",
          "posted",
          "failures",
          "dead_letters",
          "trouble");

  @Spec private CommandSpec spec;

  /** For picocli. */
  public SinkCommand() {}

  /**
   * Adds the options that are made from what sinks have.
   *
   * @param sink the command with its subcommands
   */
  public static void complete(CommandLine sink) {
    RecordOptions.addForNew(
        Objects.requireNonNull(sink.getSubcommands().get("create")),
        SinkOptions.class,
        Set.of("url"));
  }

  @Command(name = "list", description = "List all sinks, and what they have done.")
  void list(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(out(), "sinks", client.sinks().stream().map(Wire::fields).toList(), LISTED);
    }
  }

  @Command(
      name = "create",
      description = {
        "Post the events of a stream to a URL, from its oldest event on.",
        "",
        "  messina sink create hooks https://hooks.example/in --stream edits"
            + " --secrets token=env:TOKEN --headers 'authorization=Bearer {{secret.token}}'",
        "",
        "With other options a sink goes on where it is.",
        ""
      })
  void create(
      @Mixin SinkPlace place,
      @Parameters(index = "1", paramLabel = "URL", description = "Where events are posted to.")
          String url,
      @Mixin Expected expected,
      @Mixin OutputFormat format) {
    CommandLine command = Objects.requireNonNull(spec.subcommands().get("create"));
    SinkOptions options = RecordOptions.given(command, SinkOptions.class, Map.of("url", url));
    SinkDefinition made =
        place.ask(
            client ->
                expected.on(client, SinkClient::ifMatch, SinkClient::ifAbsent).create(options));
    format.printWhole(out(), Wire.fields(made));
  }

  @Command(
      name = "show",
      description = "Show what a sink does, and how it goes on the node that answers.")
  void show(@Mixin SinkPlace place, @Mixin OutputFormat format) {
    format.printWhole(out(), Wire.fields(place.ask(SinkClient::get)));
  }

  @Command(name = "delete", description = "End a sink; its dead letters go with it.")
  void delete(@Mixin SinkPlace place, @Mixin ExpectedTag tag, @Mixin OutputFormat format) {
    String name =
        place.ask(
            client -> {
              tag.on(client, SinkClient::ifMatch).delete();
              return client.name();
            });
    format.printDone(out(), "The sink " + name + " is deleted.", Map.of("deleted", name));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
