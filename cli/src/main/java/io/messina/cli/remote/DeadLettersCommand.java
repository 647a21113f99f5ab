package io.messina.cli.remote;

import io.messina.api.EventId;
import io.messina.api.Redrive;
import io.messina.cli.terminal.OutputFormat;
import io.messina.cli.terminal.Progress;
import io.messina.client.group.DeadLetter;
import io.messina.client.group.DeadLetters;
import io.messina.client.group.DeadLettersClient;
import io.messina.client.group.GroupClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina dead-letters}. */
@Command(
    name = "dead-letters",
    description = "List, redrive and delete the events that a group could not process.")
public final class DeadLettersCommand {

  private static final int PAGE = 1_000;

  /** A request hands out so many at most, and with a rate what takes so long. */
  private static final int REDRIVEN_MAX = 500;

  private static final long SECONDS_MAX = 5;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  @Spec private CommandSpec spec;

  /** For picocli. */
  public DeadLettersCommand() {}

  @Command(name = "list", description = "List dead letters with the error of their last attempt.")
  void list(
      @Mixin GroupPlace place,
      @Option(
              names = "--limit",
              defaultValue = "100",
              paramLabel = "N",
              description = "How many at most. ${DEFAULT-VALUE} unless given.")
          int limit,
      @Mixin OutputFormat format) {
    List<DeadLetter> letters = place.ask(group -> read(group, limit));
    format.printAll(
        spec.commandLine().getOut(),
        "dead_letters",
        letters.stream().map(format.isJson() ? EventFields::of : EventFields::row).toList());
  }

  @Command(
      name = "redrive",
      description = {
        "Hand dead letters out again, as if they had never been tried.",
        "",
        "With --all it goes on until each of them has been handed out once, shows how far it is,"
            + " and waits where the group has no room or the server is away. It can be broken off,"
            + " and begun again later.",
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
              description = "How many a second. As fast as possible unless given.")
          @Nullable Integer rate,
      @Mixin OutputFormat format) {
    List<EventId> chosen = chosen(ids, all);
    int count =
        place.ask(
            group -> all ? redriveAll(group, rate) : redrive(group.deadLetters(), chosen, rate));
    tell(format, count, "redriven");
  }

  private static int redrive(DeadLettersClient dead, List<EventId> ids, @Nullable Integer rate) {
    Redrive redrive = Redrive.of(ids);
    return dead.redrive(rate == null ? redrive : redrive.atRate(rate));
  }

  private int redriveAll(GroupClient group, @Nullable Integer rate) {
    int page = rate == null ? REDRIVEN_MAX : (int) Math.min(REDRIVEN_MAX, rate * SECONDS_MAX);
    // The server counts only so many.
    OptionalLong total = group.get().dead().stream().filter(dead -> dead < PAGE).findFirst();
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (Progress.Step step = progress.begin("redriving", total)) {
      return new RedriveOfAll(
              after -> group.deadLetters().get(page, after),
              ids -> redrive(group.deadLetters(), ids, rate),
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
    List<EventId> chosen = chosen(ids, all);
    int count =
        place.ask(
            group -> all ? group.deadLetters().deleteAll() : group.deadLetters().delete(chosen));
    tell(format, count, "deleted");
  }

  private static List<DeadLetter> read(GroupClient group, int limit) {
    List<DeadLetter> letters = new ArrayList<>();
    Optional<EventId> after = Optional.empty();
    do {
      DeadLetters page = group.deadLetters().get(Math.min(PAGE, limit - letters.size()), after);
      letters.addAll(page.deadLetters());
      after = page.next();
    } while (after.isPresent() && letters.size() < limit);
    return letters;
  }

  private List<EventId> chosen(@Nullable List<EventId> ids, boolean all) {
    List<EventId> chosen = ids == null ? List.of() : ids;
    if (all != chosen.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "ids or --all: " + (all ? "both" : "none") + " (expected: one)");
    }
    return chosen;
  }

  private void tell(OutputFormat format, int count, String done) {
    PrintWriter out = spec.commandLine().getOut();
    String letters = count == 1 ? "1 dead letter is " : count + " dead letters are ";
    format.printDone(out, letters + done + ".", Map.of(done, count));
  }
}
