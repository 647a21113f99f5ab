package io.messina.cli;

import io.messina.cli.aggregates.AggregateCommand;
import io.messina.cli.cassandra.CassandraCommand;
import io.messina.cli.demo.DemoCommand;
import io.messina.cli.enrichments.EnrichmentCommand;
import io.messina.cli.features.FeatureCommand;
import io.messina.cli.features.FeedCommand;
import io.messina.cli.features.ListsCommand;
import io.messina.cli.features.ValuesCommand;
import io.messina.cli.load.LoadCommand;
import io.messina.cli.messages.AccountsCommand;
import io.messina.cli.messages.ConnectorsCommand;
import io.messina.cli.messages.MessagesCommand;
import io.messina.cli.messages.RoutesCommand;
import io.messina.cli.messages.TemplatesCommand;
import io.messina.cli.remote.DeadLettersCommand;
import io.messina.cli.remote.GroupCommand;
import io.messina.cli.remote.StreamCommand;
import io.messina.cli.remote.TailCommand;
import io.messina.cli.serve.ConfigCommand;
import io.messina.cli.serve.DoctorCommand;
import io.messina.cli.serve.SchemaCommand;
import io.messina.cli.serve.ServeCommand;
import io.messina.cli.terminal.ExitCodes;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code messina}. What its exit codes mean is in {@link ExitCodes}. */
@Command(
    name = "messina",
    description = "An event platform with no broker.",
    scope = ScopeType.INHERIT,
    versionProvider = BuildVersion.class,
    subcommands = {
      DemoCommand.class,
      ServeCommand.class,
      LoadCommand.class,
      TailCommand.class,
      StreamCommand.class,
      GroupCommand.class,
      DeadLettersCommand.class,
      FeatureCommand.class,
      ListsCommand.class,
      ValuesCommand.class,
      FeedCommand.class,
      EnrichmentCommand.class,
      AggregateCommand.class,
      AccountsCommand.class,
      ConnectorsCommand.class,
      RoutesCommand.class,
      TemplatesCommand.class,
      MessagesCommand.class,
      CassandraCommand.class,
      ConfigCommand.class,
      DoctorCommand.class,
      SchemaCommand.class,
      CompletionCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:failure: the sentence on stderr says why",
      "2:a wrong call: unknown command, option or value",
      "3:what the command is about is not there, such as a stream, a group or a message",
      "4:no server answers, or it has no room: try again later"
    })
public final class MessinaCommand {

  /** Read by picocli only. */
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help message and exit.")
  boolean help;

  /** Read by picocli only. Of this command only: features have versions, too. */
  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print version information and exit.")
  boolean version;

  private MessinaCommand() {}

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param arguments as typed
   */
  public static void main(String[] arguments) {
    Optional<String> unreadable = TypedText.unreadable(arguments, TypedText.encoding());
    if (unreadable.isPresent()) {
      System.err.println("messina: " + unreadable.get());
      System.exit(ExitCodes.WRONG_CALL);
    }
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine command = new CommandLine(new MessinaCommand());
    StreamCommand.complete(Objects.requireNonNull(command.getSubcommands().get("stream")));
    LoadCommand.complete(Objects.requireNonNull(command.getSubcommands().get("load")));
    FeatureCommand.complete(Objects.requireNonNull(command.getSubcommands().get("feature")));
    FeedCommand.complete(Objects.requireNonNull(command.getSubcommands().get("feed")));
    AggregateCommand.complete(Objects.requireNonNull(command.getSubcommands().get("aggregate")));
    GroupCommand.complete(Objects.requireNonNull(command.getSubcommands().get("group")));
    return Values.register(command)
        .setParameterExceptionHandler(new WrongCall())
        .setExecutionExceptionHandler(new Failure());
  }
}
