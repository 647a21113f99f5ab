package io.messina.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A command that was run in this process, and what it said. */
public record CommandRun(int exitCode, String out, String err) {

  public static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        MessinaCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
