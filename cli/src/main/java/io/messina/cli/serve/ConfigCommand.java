package io.messina.cli.serve;

import io.messina.cli.terminal.OutputFormat;
import io.messina.server.config.ConfiguredOption;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code messina config}. */
@Command(
    name = "config",
    modelTransformer = ServerFlags.class,
    description = {
      "Print all options of a server: their values, where these come from, and their bounds.",
      "",
      "It reads the configuration of 'serve': messina.yaml, variables MESSINA_*, and flags.",
      ""
    })
public final class ConfigCommand implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private OutputFormat format;

  @Override
  public void run() {
    format.printAll(
        spec.commandLine().getOut(),
        "options",
        ServerFlags.configuration(spec).table().stream().map(ConfigCommand::row).toList());
  }

  private static Map<String, String> row(ConfiguredOption configured) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("option", configured.option().name());
    row.put("value", configured.value());
    row.put("source", configured.source());
    row.put("unit", configured.option().type());
    row.put("expected", configured.option().expected());
    return row;
  }
}
