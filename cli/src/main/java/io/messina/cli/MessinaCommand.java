package io.messina.cli;

import io.messina.cli.cassandra.CassandraCommand;
import io.messina.cli.definition.AggregateCommand;
import io.messina.cli.definition.EnrichmentCommand;
import io.messina.cli.definition.FeedCommand;
import io.messina.cli.definition.SinkCommand;
import io.messina.cli.demo.DemoCommand;
import io.messina.cli.features.FeatureCommand;
import io.messina.cli.features.ListsCommand;
import io.messina.cli.features.ValuesCommand;
import io.messina.cli.load.LoadCommand;
import io.messina.cli.messages.AccountsCommand;
import io.messina.cli.messages.ConnectorsCommand;
import io.messina.cli.messages.MessagesCommand;
import io.messina.cli.messages.RoutesCommand;
import io.messina.cli.messages.TemplatesCommand;
import io.messina.cli.remote.ClusterCommand;
import io.messina.cli.remote.Completed;
import io.messina.cli.remote.DeadLettersCommand;
import io.messina.cli.remote.GroupCommand;
import io.messina.cli.remote.StreamCommand;
import io.messina.cli.remote.TailCommand;
import io.messina.cli.remote.TokenCommand;
import io.messina.cli.remote.WhereCommand;
import io.messina.cli.serve.ConfigCommand;
import io.messina.cli.serve.DoctorCommand;
import io.messina.cli.serve.SchemaCommand;
import io.messina.cli.serve.ServeCommand;
import io.messina.cli.terminal.ExitCodes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code messina}. The meaning of its exit codes is in {@link ExitCodes}. */
@Command(
    name = "messina",
    description = "An event platform with no broker.",
    scope = ScopeType.INHERIT,
    versionProvider = BuildVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:failure: the sentence on stderr says why",
      "2:a wrong call: unknown command, option or value",
      "3:the object of the command does not exist, such as a stream, a group or a message",
      "4:no server answers, or it has no room: try again later"
    })
public final class MessinaCommand {

  /** In the order of the help. */
  private static final List<Class<?>> SUBCOMMANDS =
      List.of(
          DemoCommand.class,
          ServeCommand.class,
          LoadCommand.class,
          TailCommand.class,
          WhereCommand.class,
          ClusterCommand.class,
          StreamCommand.class,
          GroupCommand.class,
          DeadLettersCommand.class,
          FeatureCommand.class,
          ListsCommand.class,
          ValuesCommand.class,
          FeedCommand.class,
          EnrichmentCommand.class,
          SinkCommand.class,
          AggregateCommand.class,
          AccountsCommand.class,
          ConnectorsCommand.class,
          RoutesCommand.class,
          TemplatesCommand.class,
          MessagesCommand.class,
          TokenCommand.class,
          CassandraCommand.class,
          ConfigCommand.class,
          DoctorCommand.class,
          SchemaCommand.class,
          CompletionCommand.class);

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
    System.exit(commandLine(arguments).execute(arguments));
  }

  /** The command for these arguments. */
  static CommandLine commandLine(String... arguments) {
    List<String> words = List.of(arguments);
    // Only picocli reads the words in a file of arguments.
    boolean isInFile = words.stream().anyMatch(word -> word.startsWith("@"));
    return commandLine(name -> isInFile || words.contains(name));
  }

  /**
   * The command with those subcommands that are called. The other subcommands have their help
   * sentences only, because reading the options of all of them would take longer than most of them
   * run.
   */
  static CommandLine commandLine(Predicate<String> isCalled) {
    CommandLine command = new CommandLine(new MessinaCommand());
    for (Class<?> type : SUBCOMMANDS) {
      Command described = Objects.requireNonNull(type.getAnnotation(Command.class));
      command.addSubcommand(
          described.name(), isCalled.test(described.name()) ? whole(type) : mentioned(described));
    }
    return Values.register(command)
        .setParameterExceptionHandler(new WrongCall())
        .setExecutionExceptionHandler(new Failure());
  }

  private static CommandLine whole(Class<?> type) {
    CommandLine whole = new CommandLine(type);
    if (whole.getCommand() instanceof Completed completed) {
      completed.complete(whole);
    }
    return whole;
  }

  private static CommandLine mentioned(Command command) {
    CommandSpec mentioned = CommandSpec.create();
    mentioned.usageMessage().description(command.description());
    return new CommandLine(mentioned);
  }
}
