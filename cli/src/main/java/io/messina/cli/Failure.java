package io.messina.cli;

import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Answers a failed command with one sentence. */
final class Failure implements IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine command, ParseResult parsed) {
    String sentence = Objects.requireNonNullElse(exception.getMessage(), exception.toString());
    command.getErr().println("messina: " + sentence);
    return command.getCommandSpec().exitCodeOnExecutionException();
  }
}
