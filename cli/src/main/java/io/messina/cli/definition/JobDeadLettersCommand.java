package io.messina.cli.definition;

import io.messina.api.EventId;
import io.messina.api.Redrive;
import io.messina.cli.remote.DeadLetterActions;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.group.DeadLettersClient;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The command {@code dead-letters} of a kind of jobs. */
@Command(name = "dead-letters")
final class JobDeadLettersCommand {

  private static final String NAME = "The name of what has set them aside.";

  @Spec private CommandSpec spec;
  @ParentCommand private Owner owner;

  /** A command about the jobs. */
  interface Owner {

    /** The dead letters of one. */
    DeadLettersClient deadLetters(MessinaClient client, String name);
  }

  /** Gives the command below a command of jobs its help. */
  static void describe(CommandLine owner, String lines) {
    Objects.requireNonNull(owner.getSubcommands().get("dead-letters"))
        .getCommandSpec()
        .usageMessage()
        .description(lines.split("\n", -1));
  }

  @Command(name = "list", description = "List dead letters with their error.")
  void list(
      @Parameters(index = "0", paramLabel = "NAME", description = NAME) String name,
      @Option(
              names = "--limit",
              defaultValue = "100",
              paramLabel = "N",
              description = "How many at most. ${DEFAULT-VALUE} unless given.")
          int limit,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    new DeadLetterActions(spec, format).list(place(server, name), limit);
  }

  @Command(name = "redrive", description = "Have dead letters tried again.")
  void redrive(
      @Parameters(index = "0", paramLabel = "NAME", description = NAME) String name,
      @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "Which ones.")
          @Nullable List<EventId> ids,
      @Option(names = "--all", description = "All of them.") boolean all,
      @Option(
              names = "--rate",
              paramLabel = "N",
              description = "How many a second. As fast as possible unless given.")
          @Nullable Integer rate,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    new DeadLetterActions(spec, format)
        .redrive(place(server, name), ids, all, rate, dead -> dead.redrive(everything(rate)));
  }

  private static Redrive everything(@Nullable Integer rate) {
    Redrive everything = Redrive.everything();
    return rate == null ? everything : everything.atRate(rate);
  }

  @Command(name = "delete", description = "Delete dead letters for good.")
  void delete(
      @Parameters(index = "0", paramLabel = "NAME", description = NAME) String name,
      @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "Which ones.")
          @Nullable List<EventId> ids,
      @Option(names = "--all", description = "All of them.") boolean all,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    new DeadLetterActions(spec, format).delete(place(server, name), ids, all);
  }

  private DeadLetterActions.Place place(ServerAddress server, String name) {
    return new DeadLetterActions.Place() {
      @Override
      public <T> T ask(Function<DeadLettersClient, T> question) {
        try (MessinaClient client = server.connect()) {
          return question.apply(owner.deadLetters(client, name));
        }
      }
    };
  }
}
