package io.messina.cli.messages;

import io.messina.api.Wire;
import io.messina.cli.remote.Expected;
import io.messina.cli.remote.ExpectedTag;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.definition.DefinitionClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * A command about all that has a name and a definition of one kind.
 *
 * @param <O> the options by which it is made
 * @param <D> its definition
 * @param <R> a report
 */
@Command
abstract class DefinitionCommand<O extends Record, D extends Record, R extends Record> {

  private static final String NAME = "Its name.";

  private final Class<O> options;
  private final List<String> listed;
  @Spec private CommandSpec spec;

  /**
   * A command.
   *
   * @param options the content of a file of options
   * @param listed the columns of a list for people
   */
  DefinitionCommand(Class<O> options, List<String> listed) {
    this.options = options;
    this.listed = listed;
  }

  abstract DefinitionClient<O, D, R> one(MessinaClient client, String name);

  abstract List<R> all(MessinaClient client);

  @Command(
      name = "put",
      description = {
        "Create one of the ${PARENT-COMMAND-NAME}, or change it to the content of a file.",
        "",
        "The file holds JSON, with the fields that docs/http-api.md lists. "
            + "Missing fields have their defaults.",
        ""
      })
  void put(
      @Parameters(index = "0", paramLabel = "NAME", description = NAME) String name,
      @Parameters(
              index = "1",
              arity = "0..1",
              paramLabel = "FILE",
              description = "The file, or - for standard input. All as by default without.")
          @Nullable String file,
      @Mixin Expected expected,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format)
      throws IOException {
    O wanted = JsonFile.read(Objects.requireNonNull(spec.subcommands().get("put")), file, options);
    try (MessinaClient client = server.connect()) {
      format.printWhole(
          out(),
          Wire.fields(
              expected
                  .on(named(client, name), DefinitionClient::ifMatch, DefinitionClient::ifAbsent)
                  .create(wanted)));
    }
  }

  @Command(name = "get", description = "Show one of the ${PARENT-COMMAND-NAME}.")
  void get(
      @Parameters(paramLabel = "NAME", description = NAME) String name,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printWhole(out(), Wire.fields(named(client, name).get()));
    }
  }

  @Command(name = "list", description = "List all ${PARENT-COMMAND-NAME}.")
  void list(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(out(), spec.name(), all(client).stream().map(Wire::fields).toList(), listed);
    }
  }

  @Command(name = "delete", description = "Delete one of the ${PARENT-COMMAND-NAME}.")
  void delete(
      @Parameters(paramLabel = "NAME", description = NAME) String name,
      @Mixin ExpectedTag tag,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      tag.on(named(client, name), DefinitionClient::ifMatch).delete();
    }
    format.printDone(
        out(),
        "The " + spec.name().replaceFirst("s$", "") + " " + name + " is deleted.",
        Map.of("deleted", name));
  }

  private DefinitionClient<O, D, R> named(MessinaClient client, String name) {
    try {
      return one(client, name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
