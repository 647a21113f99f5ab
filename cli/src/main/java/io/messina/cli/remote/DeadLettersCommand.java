package io.messina.cli.remote;

import io.messina.api.EventId;
import io.messina.cli.terminal.OutputFormat;
import io.messina.cli.terminal.Progress;
import io.messina.client.group.DeadLettersClient;
import io.messina.client.group.GroupClient;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina dead-letters}. */
@Command(
    name = "dead-letters",
    description = "List, redrive and delete the events that a group could not process.")
public final class DeadLettersCommand {

  /** The server counts only so many. */
  private static final int COUNTED_MAX = 1_000;

  /** The most letters per request; with a rate, the most of {@link #SECONDS_MAX} seconds. */
  private static final int REDRIVEN_MAX = 500;

  private static final long SECONDS_MAX = 5;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  @Spec private CommandSpec spec;

  @Command(name = "list", description = "List dead letters with the error of their last attempt.")
  void list(
      @Mixin GroupPlace place,
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
        "Hand dead letters out again, as if they had never been tried.",
        "",
        "With --all it continues until each of them has been handed out once, "
            + "shows its progress, and waits while the group has no room or the "
            + "server is away. It can be interrupted, and started again later.",
        ""
      })
  void redrive(
      @Mixin GroupPlace place,
      @Parameters(index = "2..*", arity = "0..*", paramLabel = "ID", description = "Which ones.")
          @Nullable List<EventId> ids,
      @Option(names = "--all", description = "All of them.") boolean all,
      @Option(
              names = "--rate",
              paramLabel = "N",
              description = "The number per second. As fast as possible unless given.")
          @Nullable Integer rate,
      @Mixin OutputFormat format) {
    new DeadLetterActions(spec, format)
        .redrive(
            letters(place),
            ids,
            all,
            rate,
            dead -> redriveAll(dead, rate, place.ask(DeadLettersCommand::count)));
  }

  private static OptionalLong count(GroupClient group) {
    return group.get().dead().stream().filter(dead -> dead < COUNTED_MAX).findFirst();
  }

  private int redriveAll(DeadLettersClient dead, @Nullable Integer rate, OptionalLong total) {
    int page = rate == null ? REDRIVEN_MAX : (int) Math.min(REDRIVEN_MAX, rate * SECONDS_MAX);
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (Progress.Step step = progress.begin("redriving", total)) {
      return new RedriveOfAll(
              after -> dead.get(page, after),
              ids -> DeadLetterActions.redrive(dead, ids, rate),
              DeadLettersCommand::pause,
              step::advance)
          .run();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Command(name = "delete", description = "Delete dead letters for good.")
  void delete(
      @Mixin GroupPlace place,
      @Parameters(index = "2..*", arity = "0..*", paramLabel = "ID", description = "Which ones.")
          @Nullable List<EventId> ids,
      @Option(names = "--all", description = "All of them.") boolean all,
      @Mixin OutputFormat format) {
    new DeadLetterActions(spec, format).delete(letters(place), ids, all);
  }

  private static DeadLetterActions.Place letters(GroupPlace place) {
    return new DeadLetterActions.Place() {
      @Override
      public <T> T ask(Function<DeadLettersClient, T> question) {
        return place.ask(group -> question.apply(group.deadLetters()));
      }
    };
  }
}
