package io.messina.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that was run in this process, and what it said. The first argument may be several, with
 * spaces between.
 */
public record CommandRun(int exitCode, String out, String err) {

  public static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = words(arguments).toArray(String[]::new);
    int exitCode =
        MessinaCommand.commandLine(words)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(words);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** Runs one with a file as its standard input. */
  public static CommandRun reading(Path stdin, String... arguments) throws IOException {
    InputStream before = System.in;
    try (InputStream file = Files.newInputStream(stdin)) {
      System.setIn(file);
      return of(arguments);
    } finally {
      System.setIn(before);
    }
  }

  /** The arguments of a command, of which the first may be several, with spaces between. */
  public static List<String> words(String... arguments) {
    List<String> words = new ArrayList<>(List.of(arguments[0].split(" ", -1)));
    words.addAll(List.of(arguments).subList(1, arguments.length));
    return words;
  }
}
