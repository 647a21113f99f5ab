package io.messina.cli.definition;

import io.messina.api.Wire;
import io.messina.cli.remote.Expected;
import io.messina.cli.remote.RecordOptions;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.definition.DefinitionClient;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A command about jobs, which are made from the options of the command.
 *
 * @param <C> the client of one
 * @param <O> the options by which one is made
 * @param <R> a report
 */
@Command
abstract class JobCommand<C extends DefinitionClient<O, ?, R>, O extends Record, R extends Record>
    extends DefinitionCommand<C, O, R> {

  static final String CREATE = "create";
  private static final String SHOW = "show";

  private final Class<O> options;
  private final Help help;

  /** The sentences of the subcommands. */
  record Help(String list, String create, String show, String delete) {}

  JobCommand(Kind kind, Class<O> options, Help help) {
    super(kind);
    this.options = options;
    this.help = help;
  }

  @Override
  public void complete(CommandLine command) {
    super.complete(command);
    describe("list", help.list);
    describe(CREATE, help.create);
    describe(SHOW, help.show);
    describe("delete", help.delete);
    addOptions(subcommand(CREATE));
  }

  private void describe(String verb, String lines) {
    subcommand(verb).getCommandSpec().usageMessage().description(lines.split("\n", -1));
  }

  /** Adds the options by which one is made. */
  void addOptions(CommandLine create) {
    RecordOptions.addForNew(create, options);
  }

  /** The options that were given. */
  O given(CommandLine create) {
    return RecordOptions.given(create, options);
  }

  @Command(name = CREATE)
  void create(@Mixin Expected expected, @Mixin ServerAddress server, @Mixin OutputFormat format) {
    make(CREATE, given(subcommand(CREATE)), expected, server, format);
  }

  @Command(name = SHOW)
  void show(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    print(format, Wire.fields(ask(SHOW, server, DefinitionClient::get)));
  }
}
