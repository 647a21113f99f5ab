package io.messina.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code messina completion}. */
@Command(
    name = "completion",
    description = {
      "Print the script that lets bash and zsh complete this command.",
      "",
      "For the present shell: source <(messina completion). For ./messina in the folder of the"
          + " sources, put an alias first: alias messina=$PWD/messina.",
      ""
    })
final class CompletionCommand implements Runnable {

  @Spec private CommandSpec spec;

  CompletionCommand() {}

  @Override
  public void run() {
    spec.commandLine()
        .getOut()
        .print(AutoComplete.bash("messina", MessinaCommand.commandLine(name -> true)));
    spec.commandLine().getOut().flush();
  }
}
