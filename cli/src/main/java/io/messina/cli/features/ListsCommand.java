package io.messina.cli.features;

import io.messina.api.Wire;
import io.messina.api.feature.AddedItems;
import io.messina.api.feature.ItemCount;
import io.messina.api.feature.ItemFound;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.RemovedItems;
import io.messina.cli.terminal.OutputFormat;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina lists}. */
@Command(
    name = "lists",
    description = {
      "Read, change, import and export the lists that entities have of a feature.",
      "",
      "Values that are texts are typed as they are, bytes in Base64, all others as JSON. Put -- in"
          + " front of names and values of which one begins with a dash.",
      ""
    },
    subcommands = {ImportCommand.class, ExportCommand.class})
public final class ListsCommand {

  private static final String VALUE = "VALUE";
  private static final String ENTITY = "ENTITY";

  @Spec private CommandSpec spec;

  @Command(
      name = "get",
      description = {
        "Print the items of one or up to 100 entities, newest first.",
        "",
        "All are read in one call, and each may fail separately: the lists that "
            + "can be read are printed, the others are named on stderr, and the exit "
            + "code is 4, or 1 if trying again does not help. If a list has more "
            + "items than are shown, stderr says so.",
        "",
        "  messina lists get user recent_pages ada bob --limit 10",
        ""
      })
  int get(
      @Mixin ListArguments lists,
      @Parameters(index = "2..*", arity = "1..*", paramLabel = ENTITY, description = "Whose lists.")
          List<String> entities,
      @Option(
              names = "--limit",
              paramLabel = "N",
              defaultValue = "100",
              description =
                  "The maximum number of items of each, 1 to 10000. ${DEFAULT-VALUE} "
                      + "unless given.")
          int limit,
      @Mixin ItemTimes times,
      @Mixin OutputFormat format) {
    return print(lists.ask(spec, list -> list.getEach(entities, times.newest(limit))), format);
  }

  /** In JSON each list says itself that it has more. */
  private int print(List<ListAnswer> answers, OutputFormat format) {
    PrintWriter stderr = spec.commandLine().getErr();
    ListAnswers told = new ListAnswers(answers);
    if (format.isJson()) {
      format.printAll(out(), "lists", answers.stream().map(Wire::present).toList());
    } else {
      format.printAll(out(), "items", answers.stream().flatMap(ListFields::rows).toList());
      told.tellOfMore(stderr);
    }
    return told.tellOfFailures(stderr);
  }

  @Command(
      name = "add",
      description = {
        "Add items to the list of an entity, all or none. Existing items stay as they are.",
        "",
        "  messina lists add user recent_pages ada Messina --time 2015-09-12T00:46:58.771Z",
        ""
      })
  void add(
      @Mixin ListArguments lists,
      @Parameters(index = "2", paramLabel = ENTITY, description = "Whose list.") String entity,
      @Parameters(index = "3..*", arity = "1..*", paramLabel = VALUE, description = "The values.")
          List<String> typed,
      @Option(
              names = "--time",
              paramLabel = "TIME",
              description = "The time of all of them, up to nanoseconds. Now unless given.")
          @Nullable Instant time,
      @Mixin OutputFormat format) {
    Instant when = Objects.requireNonNullElseGet(time, Instant::now);
    AddedItems added =
        lists.ask(
            spec,
            typed,
            (list, values) ->
                list.add(entity, values.stream().map(value -> new ListItem(value, when)).toList()));
    String over = added.expired() == 0 ? "" : ", " + added.expired() + " were over already";
    format.printDone(out(), counted(added.stored(), "stored") + over + ".", Wire.fields(added));
  }

  @Command(name = "count", description = "Count the items of an entity's list.")
  void count(
      @Mixin ListArguments lists,
      @Parameters(index = "2", paramLabel = ENTITY, description = "Whose list.") String entity,
      @Mixin ItemTimes times,
      @Mixin OutputFormat format) {
    long count = lists.ask(spec, list -> times.count(list, entity));
    format.printDone(out(), Long.toString(count), Wire.fields(new ItemCount(count)));
  }

  @Command(name = "contains", description = "Tell whether an entity's list has a value.")
  void contains(
      @Mixin ListArguments lists,
      @Parameters(index = "2", paramLabel = ENTITY, description = "Whose list.") String entity,
      @Parameters(index = "3", paramLabel = VALUE, description = "The value.") String typed,
      @Mixin OutputFormat format) {
    boolean contains =
        lists.ask(spec, List.of(typed), (list, values) -> list.contains(entity, values.getFirst()));
    format.printDone(out(), contains ? "yes" : "no", Wire.fields(new ItemFound(contains)));
  }

  @Command(
      name = "remove",
      description = {
        "Remove items from the list of an entity: those with a value, all but the newest, or all.",
        "",
        "  messina lists remove user recent_pages ada --value Messina",
        "  messina lists remove user recent_pages ada --keep 500",
        ""
      })
  void remove(
      @Mixin ListArguments lists,
      @Parameters(index = "2", paramLabel = ENTITY, description = "Whose list.") String entity,
      @ArgGroup(multiplicity = "1") Removal removal,
      @Mixin OutputFormat format) {
    OptionalLong removed = removal.from(lists, spec, entity);
    if (removed.isPresent()) {
      long count = removed.getAsLong();
      format.printDone(
          out(),
          counted(count, "removed") + ".",
          Wire.present(new RemovedItems(Optional.of(count))));
    } else {
      format.printDone(out(), "All items are removed.", Map.of());
    }
  }

  private static String counted(long count, String done) {
    return (count == 1 ? "1 item is " : count + " items are ") + done;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
