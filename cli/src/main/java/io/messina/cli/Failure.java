package io.messina.cli;

import io.messina.client.MessinaException;
import io.messina.server.config.ConfigurationException;
import io.messina.store.StoreException;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Answers a failed command with one sentence, and with an exit code that tells what helps. */
final class Failure implements IExecutionExceptionHandler {

  private static final String NOT_CONNECTED = "not_connected";

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine command, ParseResult parsed) {
    command.getErr().println("messina: " + sentence(exception));
    return exitCode(exception);
  }

  private static int exitCode(Exception exception) {
    boolean misconfigured =
        exception instanceof StoreException store
            && store.code() == StoreException.Code.MISCONFIGURED;
    if (misconfigured || exception instanceof ConfigurationException) {
      return ExitCodes.WRONG_CALL;
    }
    return exception instanceof MessinaException answer ? exitCode(answer) : ExitCodes.FAILURE;
  }

  private static int exitCode(MessinaException answer) {
    return switch (answer) {
      case MessinaException.NotFound _ -> ExitCodes.NOT_FOUND;
      case MessinaException.Overloaded _,
          MessinaException.Unavailable _,
          MessinaException.Unknown _ ->
          ExitCodes.TRY_AGAIN;
      case MessinaException.Refused _, MessinaException.Failed _ -> ExitCodes.FAILURE;
    };
  }

  private static String sentence(Exception exception) {
    if (exception instanceof MessinaException answer) {
      return answer.problem().code().equals(NOT_CONNECTED)
          ? "no server answers: start one with 'messina serve', or name it with --url"
          : answer.problem().detail();
    }
    return Objects.requireNonNullElse(exception.getMessage(), exception.toString());
  }
}
