package io.messina.cli;

import io.messina.api.StrictJson;
import io.messina.cli.remote.ServerUrls;
import io.messina.cli.terminal.ExitCodes;
import io.messina.client.error.MessinaException;
import io.messina.server.config.ConfigurationException;
import io.messina.store.StoreException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JacksonException;

/** Reports a failed command by one sentence, and by an exit code that tells the kind of failure. */
final class Failure implements IExecutionExceptionHandler {

  private static final String NOT_CONNECTED = "not_connected";
  private static final String NO_ANSWER = "no_answer";

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine command, ParseResult parsed) {
    command.getErr().println("messina: " + sentence(exception, command));
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

  private static String sentence(Exception exception, CommandLine command) {
    return switch (exception) {
      case MessinaException answer when answer.problem().code().equals(NOT_CONNECTED) ->
          notConnected(answer, command)
              + ": start one with 'messina serve', or name another with --url or MESSINA_URL";
      case MessinaException answer when answer.problem().code().equals(NO_ANSWER) ->
          "the connection ended before the answer came: nobody knows whether it was done; look"
              + " before you repeat it ("
              + answer.problem().detail()
              + ")";
      case MessinaException answer -> answer.problem().detail();
      case JacksonException e -> "what came is not as expected: " + StrictJson.fault(e);
      case NoSuchFileException e -> e.getFile() + ": not there";
      case AccessDeniedException e -> e.getFile() + ": not allowed (expected: the right to use it)";
      case FileSystemException e when e.getReason() == null -> e.getFile() + ": cannot be used";
      default ->
          Objects.requireNonNullElse(exception.getMessage(), "it failed, and nothing says why");
    };
  }

  /** The failure of several servers names each of them by itself. */
  private static String notConnected(MessinaException answer, CommandLine command) {
    OptionSpec url = command.getCommandSpec().findOption("--url");
    if (url == null) {
      return "no server answers";
    }
    return url.getValue() instanceof ServerUrls urls && urls.all().size() > 1
        ? answer.problem().detail()
        : "no server answers at " + url.getValue();
  }
}
