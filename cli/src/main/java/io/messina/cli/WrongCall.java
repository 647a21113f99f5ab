package io.messina.cli;

import java.util.Objects;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers a call that cannot be understood with one sentence and where to read on. */
final class WrongCall implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException exception, String[] arguments) {
    var command = exception.getCommandLine();
    command
        .getErr()
        .printf(
            "messina: %s. See '%s --help'.%n",
            sentence(exception), command.getCommandSpec().qualifiedName());
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static String sentence(ParameterException exception) {
    return exception instanceof UnmatchedArgumentException unmatched
        ? "there is no '" + String.join(" ", unmatched.getUnmatched()) + "'"
        : Objects.requireNonNull(exception.getMessage()).replaceFirst("^Error: ", "");
  }
}
