package io.messina.cli.definition;

import io.messina.api.Wire;
import io.messina.cli.remote.Expected;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.definition.DefinitionClient;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A command about definitions that are made from files.
 *
 * @param <C> the client of one
 * @param <O> the content of a file
 * @param <R> a report
 */
@Command
public abstract class FileDefinitionCommand<
        C extends DefinitionClient<O, ?, R>, O extends Record, R extends Record>
    extends DefinitionCommand<C, O, R> {

  private static final String PUT = "put";
  private static final String GET = "get";

  private final Class<O> options;

  /**
   * A command.
   *
   * @param options the content of a file
   * @param listed the columns of a list for people
   */
  protected FileDefinitionCommand(String noun, Class<O> options, List<String> listed) {
    super(new Kind(noun, "NAME", "Its name.", String.class, listed));
    this.options = options;
  }

  @Override
  public void complete(CommandLine command) {
    super.complete(command);
    addParameter(
        subcommand(PUT),
        1,
        "0..1",
        "FILE",
        "The file, or - for standard input. All as by default without.",
        String.class);
  }

  @Command(
      name = PUT,
      description = {
        "Create one of the ${PARENT-COMMAND-NAME}, or change it to the content of a file.",
        "",
        "The file holds JSON, with the fields that docs/http-api.md lists. "
            + "Missing fields have their defaults.",
        ""
      })
  void put(@Mixin Expected expected, @Mixin ServerAddress server, @Mixin OutputFormat format)
      throws IOException {
    O wanted = JsonFile.read(subcommand(PUT), parameter(PUT, 1), options);
    make(PUT, wanted, expected, server, format);
  }

  @Command(name = GET, description = "Show one of the ${PARENT-COMMAND-NAME}.")
  void get(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    print(format, Wire.fields(ask(GET, server, DefinitionClient::get)));
  }
}
