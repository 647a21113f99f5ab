package io.messina.cli;

import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers a call that cannot be understood with one sentence and where to read on. */
final class WrongCall implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException exception, String[] arguments) {
    CommandLine command = exception.getCommandLine();
    command
        .getErr()
        .printf(
            "messina: %s. See '%s --help'.%n",
            sentence(exception), called(command).getCommandSpec().qualifiedName());
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** The command itself, of which a method knows only the one that it belongs to. */
  private static CommandLine called(CommandLine command) {
    ParseResult parsed = command.getParseResult();
    while (parsed != null && parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    return parsed == null ? command : parsed.commandSpec().commandLine();
  }

  private static String sentence(ParameterException exception) {
    return exception instanceof UnmatchedArgumentException unmatched
        ? unmatched(unmatched.getUnmatched())
        : Objects.requireNonNull(exception.getMessage()).replaceFirst("^Error: ", "");
  }

  /** A token must not be shown, as the words of a command are to all users of the machine. */
  private static String unmatched(List<String> words) {
    return words.stream().anyMatch(word -> word.equals("--token") || word.startsWith("--token="))
        ? "there is no '--token': use --token-file FILE, or MESSINA_TOKEN"
        : "there is no '" + String.join(" ", words) + "'";
  }
}
