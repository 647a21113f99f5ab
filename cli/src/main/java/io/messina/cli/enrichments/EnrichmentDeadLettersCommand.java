package io.messina.cli.enrichments;

import io.messina.api.EventId;
import io.messina.api.Redrive;
import io.messina.cli.remote.DeadLetterActions;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.group.DeadLettersClient;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina enrichment dead-letters}. */
@Command(
    name = "dead-letters",
    description = "List, redrive and delete the events that an enrichment has set aside.")
public final class EnrichmentDeadLettersCommand {

  @Spec private CommandSpec spec;

  /** For picocli. */
  public EnrichmentDeadLettersCommand() {}

  @Command(name = "list", description = "List dead letters with their error.")
  void list(
      @Mixin EnrichmentPlace place,
      @Option(
              names = "--limit",
              defaultValue = "100",
              paramLabel = "N",
              description = "The maximum number. ${DEFAULT-VALUE} unless given.")
          int limit,
      @Mixin OutputFormat format) {
    new DeadLetterActions(spec, format).list(letters(place), limit);
  }

  @Command(
      name = "redrive",
      description = {
        "Append the events of dead letters again to the stream, whose other "
            + "consumers see them again, too.",
        "",
        "Letters whose events may be in a state already stay: they would count twice.",
        ""
      })
  void redrive(
      @Mixin EnrichmentPlace place,
      @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "Which ones.")
          @Nullable List<EventId> ids,
      @Option(names = "--all", description = "All of them.") boolean all,
      @Option(
              names = "--rate",
              paramLabel = "N",
              description = "The number per second. As fast as possible unless given.")
          @Nullable Integer rate,
      @Mixin OutputFormat format) {
    new DeadLetterActions(spec, format)
        .redrive(letters(place), ids, all, rate, dead -> dead.redrive(everything(rate)));
  }

  private static Redrive everything(@Nullable Integer rate) {
    Redrive everything = Redrive.everything();
    return rate == null ? everything : everything.atRate(rate);
  }

  @Command(name = "delete", description = "Delete dead letters for good.")
  void delete(
      @Mixin EnrichmentPlace place,
      @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "Which ones.")
          @Nullable List<EventId> ids,
      @Option(names = "--all", description = "All of them.") boolean all,
      @Mixin OutputFormat format) {
    new DeadLetterActions(spec, format).delete(letters(place), ids, all);
  }

  private static DeadLetterActions.Place letters(EnrichmentPlace place) {
    return new DeadLetterActions.Place() {
      @Override
      public <T> T ask(Function<DeadLettersClient, T> question) {
        return place.ask(enrichment -> question.apply(enrichment.deadLetters()));
      }
    };
  }
}
