package io.messina.cli.remote;

import io.messina.api.EventId;
import io.messina.api.Redrive;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.group.DeadLetter;
import io.messina.client.group.DeadLetters;
import io.messina.client.group.DeadLettersClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The actions of commands on dead letters of groups, enrichments and sinks. */
public final class DeadLetterActions {

  private static final int PAGE = 1_000;

  private final CommandSpec spec;
  private final OutputFormat format;

  /**
   * Actions of a command.
   *
   * @param spec of the command
   * @param format of its output
   */
  public DeadLetterActions(CommandSpec spec, OutputFormat format) {
    this.spec = spec;
    this.format = format;
  }

  /** Whose dead letters they are. */
  public interface Place {

    /**
     * Asks one question, or several.
     *
     * @param question is given the dead letters
     * @param <T> of the answer
     * @return the answer
     */
    <T> T ask(Function<DeadLettersClient, T> question);
  }

  /**
   * Lists some.
   *
   * @param place whose
   * @param limit how many at most
   */
  public void list(Place place, int limit) {
    List<DeadLetter> letters = place.ask(dead -> read(dead, limit));
    format.printAll(
        spec.commandLine().getOut(),
        "dead_letters",
        letters.stream().map(format.isJson() ? EventFields::of : EventFields::row).toList());
  }

  private static List<DeadLetter> read(DeadLettersClient dead, int limit) {
    List<DeadLetter> letters = new ArrayList<>();
    Optional<EventId> after = Optional.empty();
    do {
      DeadLetters page = dead.get(Math.min(PAGE, limit - letters.size()), after);
      letters.addAll(page.deadLetters());
      after = page.next();
    } while (after.isPresent() && letters.size() < limit);
    return letters;
  }

  /**
   * Has some tried again, or all.
   *
   * @param place whose
   * @param ids which; null or none for all
   * @param all whether it is all
   * @param rate how many a second; null for as many as can be
   * @param everything has all tried again
   */
  public void redrive(
      Place place,
      @Nullable List<EventId> ids,
      boolean all,
      @Nullable Integer rate,
      ToIntFunction<DeadLettersClient> everything) {
    List<EventId> chosen = chosen(ids, all);
    tell(
        place.ask(dead -> all ? everything.applyAsInt(dead) : redrive(dead, chosen, rate)),
        "redriven");
  }

  static int redrive(DeadLettersClient dead, List<EventId> ids, @Nullable Integer rate) {
    Redrive redrive = Redrive.of(ids);
    return dead.redrive(rate == null ? redrive : redrive.atRate(rate));
  }

  /**
   * Deletes some, or all.
   *
   * @param place whose
   * @param ids which; null or none for all
   * @param all whether it is all
   */
  public void delete(Place place, @Nullable List<EventId> ids, boolean all) {
    List<EventId> chosen = chosen(ids, all);
    tell(place.ask(dead -> all ? dead.deleteAll() : dead.delete(chosen)), "deleted");
  }

  private List<EventId> chosen(@Nullable List<EventId> ids, boolean all) {
    List<EventId> chosen = ids == null ? List.of() : ids;
    if (all != chosen.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "ids or --all: " + (all ? "both" : "none") + " (expected: one)");
    }
    return chosen;
  }

  private void tell(int count, String done) {
    String letters = count == 1 ? "1 dead letter is " : count + " dead letters are ";
    format.printDone(spec.commandLine().getOut(), letters + done + ".", Map.of(done, count));
  }
}
