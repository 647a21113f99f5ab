package io.messina.cli;

import io.messina.cli.demo.DemoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/**
 * The command {@code messina}. Its exit code is 0 for success, 1 for a failure, and 2 for a wrong
 * call.
 */
@Command(
    name = "messina",
    description = "An event platform with no broker.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = BuildVersion.class,
    subcommands = DemoCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:success", "1:failure", "2:a wrong call: unknown command, option or value"})
public final class MessinaCommand {

  private MessinaCommand() {}

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param arguments as typed
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new MessinaCommand())
        .setParameterExceptionHandler(new WrongCall())
        .setExecutionExceptionHandler(new Failure());
  }
}
