package io.messina.cli.definition;

import io.messina.api.Wire;
import io.messina.cli.remote.Completed;
import io.messina.cli.remote.Expected;
import io.messina.cli.remote.ExpectedTag;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.definition.DefinitionClient;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command about the definitions of one kind.
 *
 * @param <C> the client of one
 * @param <O> the options by which one is made
 * @param <R> a report
 */
@Command
abstract class DefinitionCommand<
        C extends DefinitionClient<O, ?, R>, O extends Record, R extends Record>
    implements Completed {

  private static final String LIST = "list";
  private static final String DELETE = "delete";

  private final Kind kind;
  @Spec private CommandSpec spec;

  /**
   * A kind of definitions.
   *
   * @param noun as in {@code route}; with an s, the field of a list
   * @param label of a name in the help, and its sentence
   * @param name the class of a name
   * @param listed the columns of a list for people; empty for all
   */
  public record Kind(
      String noun, String label, String sentence, Class<?> name, List<String> listed) {

    /** A kind whose help calls a name as the kind is called. */
    static Kind of(String noun, Class<?> name, List<String> listed) {
      return new Kind(
          noun, noun.toUpperCase(Locale.ROOT), "The name of the " + noun + ".", name, listed);
    }
  }

  /** A command about a kind. */
  protected DefinitionCommand(Kind kind) {
    this.kind = kind;
  }

  /** The client of one definition. */
  protected abstract C one(MessinaClient client, String name);

  /** The reports of all definitions. */
  protected abstract List<R> all(MessinaClient client);

  /** Prints one definition. */
  protected void print(OutputFormat format, Map<String, @Nullable Object> fields) {
    format.printWhole(out(), fields);
  }

  /** Gives each subcommand but list the name as its first parameter. */
  @Override
  public void complete(CommandLine command) {
    command
        .getSubcommands()
        .forEach(
            (verb, each) -> {
              if (!verb.equals(LIST) && each.getSubcommands().isEmpty()) {
                addParameter(each, 0, "1", kind.label, kind.sentence, kind.name);
              }
            });
    sort(command.getCommandSpec());
  }

  /** Lists the subcommands by name in the help, those with subcommands first. */
  private static void sort(CommandSpec command) {
    List<Map.Entry<String, CommandLine>> all = new ArrayList<>(command.subcommands().entrySet());
    all.sort(
        Comparator.comparing(
                (Map.Entry<String, CommandLine> each) -> each.getValue().getSubcommands().isEmpty())
            .thenComparing(Map.Entry::getKey));
    all.forEach(each -> command.removeSubcommand(each.getKey()));
    all.forEach(each -> command.addSubcommand(each.getKey(), each.getValue()));
  }

  /** Adds a parameter to a subcommand, which {@link #parameter} reads. */
  protected static void addParameter(
      CommandLine command, int index, String arity, String label, String sentence, Class<?> type) {
    command
        .getCommandSpec()
        .addPositional(
            PositionalParamSpec.builder()
                .index(Integer.toString(index))
                .arity(arity)
                .paramLabel(label)
                .description(sentence)
                .type(type)
                .build());
  }

  /** The text of a parameter of a subcommand; null if it was not given. */
  protected final @Nullable String parameter(String verb, int index) {
    Object given =
        subcommand(verb).getParseResult().<@Nullable Object>matchedPositionalValue(index, null);
    return given == null ? null : given.toString();
  }

  /** Creates the definition that a subcommand names, or changes it. */
  final void make(
      String verb, O wanted, Expected expected, ServerAddress server, OutputFormat format) {
    Record made =
        ask(
            verb,
            server,
            client ->
                expected
                    .<DefinitionClient<O, ?, R>>on(
                        client, DefinitionClient::ifMatch, DefinitionClient::ifAbsent)
                    .create(wanted));
    print(format, Wire.fields(made));
  }

  @Command(name = LIST, description = "List all ${PARENT-COMMAND-NAME}.")
  void list(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      List<Map<String, @Nullable Object>> rows = all(client).stream().map(Wire::fields).toList();
      if (kind.listed.isEmpty()) {
        format.printAll(out(), kind.noun + "s", rows);
      } else {
        format.printAll(out(), kind.noun + "s", rows, kind.listed);
      }
    }
  }

  @Command(name = DELETE, description = "Delete one of the ${PARENT-COMMAND-NAME}.")
  void delete(@Mixin ExpectedTag tag, @Mixin ServerAddress server, @Mixin OutputFormat format) {
    String name =
        ask(
            DELETE,
            server,
            client -> {
              tag.<DefinitionClient<O, ?, R>>on(client, DefinitionClient::ifMatch).delete();
              return client.name();
            });
    format.printDone(
        out(), "The " + kind.noun + " " + name + " is deleted.", Map.of("deleted", name));
  }

  /** Asks about the definition that a subcommand names. */
  protected final <T> T ask(String verb, ServerAddress server, Function<C, T> question) {
    try (MessinaClient client = server.connect()) {
      return question.apply(named(client, Objects.requireNonNull(parameter(verb, 0))));
    }
  }

  /** The client of one definition; a name that cannot be one is a wrong call. */
  final C named(MessinaClient client, String name) {
    try {
      return one(client, name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  protected final CommandLine subcommand(String verb) {
    return Objects.requireNonNull(spec.subcommands().get(verb));
  }

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
