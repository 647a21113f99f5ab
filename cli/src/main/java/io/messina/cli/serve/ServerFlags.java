package io.messina.cli.serve;

import io.messina.server.config.Configuration;
import io.messina.server.config.Option;
import io.messina.server.config.Options;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Gives a command a flag for each option of a server, as the server declares it. */
final class ServerFlags implements IModelTransformer {

  ServerFlags() {}

  @Override
  public CommandSpec transform(CommandSpec command) {
    return add(command, Options.ALL);
  }

  /** Adds flags for some of the options only, and for the file. */
  static CommandSpec add(CommandSpec command, List<Option<?>> options) {
    command.addOption(
        flag(Configuration.FILE_FLAG, "FILE", "The file of options, instead of messina.yaml."));
    for (Option<?> option : options) {
      if (!option.isSecret()) {
        command.addOption(
            flag(option.flag(), option.type().toUpperCase(Locale.ROOT), description(option)));
      }
    }
    return command;
  }

  /** The configuration that the flags, the environment and the file make together. */
  static Configuration configuration(CommandSpec command) {
    Map<String, String> given = new LinkedHashMap<>();
    for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
      if (option.userObject() == ServerFlags.class) {
        given.put(option.longestName(), option.getValue());
      }
    }
    return Configuration.read(Path.of(""), System.getenv(), given);
  }

  private static OptionSpec flag(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(String.class)
        .paramLabel(label)
        .userObject(ServerFlags.class)
        .description(description.replace("%", "%%"))
        .build();
  }

  private static String description(Option<?> option) {
    return option.sentence()
        + " Expected: "
        + option.expected()
        + ". "
        + option.standardText().map(text -> text + " unless given.").orElse("None unless given.");
  }
}
