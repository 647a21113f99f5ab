package io.messina.bench.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * How an arm is run.
 *
 * @param rounds of each server, in turns
 * @param length of a round
 * @param connections that are busy
 * @param baseline a folder with {@code messina.jar} and {@code lib} of another build, to compare
 * @param javaOptions of the server's JVM
 */
record Settings(
    int rounds,
    Duration length,
    int connections,
    Optional<Path> baseline,
    List<String> javaOptions) {

  static final String HELP =
      """
        --rounds N          rounds of each server, in turns; after one more that does not count (5)
        --seconds N         length of a round (10)
        --connections N     connections that are busy (as the arm says)
        --baseline FOLDER   another build to compare with, in turns: a folder with messina.jar and lib
        --java OPTIONS      options of the server's JVM, as in "-Xmx1g -XX:+UseParallelGC"
      """;

  static Settings read(Arm arm, List<String> arguments) {
    Settings settings =
        new Settings(5, Duration.ofSeconds(10), arm.connections(), Optional.empty(), List.of());
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String flag = rest.next();
      if (!rest.hasNext()) {
        throw new IllegalArgumentException(flag + " (expected: a flag and its value)");
      }
      settings = settings.with(flag, rest.next());
    }
    return settings;
  }

  private Settings with(String flag, String value) {
    return switch (flag) {
      case "--rounds" ->
          new Settings(number(flag, value), length, connections, baseline, javaOptions);
      case "--seconds" ->
          new Settings(
              rounds, Duration.ofSeconds(number(flag, value)), connections, baseline, javaOptions);
      case "--connections" ->
          new Settings(rounds, length, number(flag, value), baseline, javaOptions);
      case "--baseline" ->
          new Settings(rounds, length, connections, Optional.of(Path.of(value)), javaOptions);
      case "--java" ->
          new Settings(rounds, length, connections, baseline, List.of(value.strip().split(" +")));
      default -> throw new IllegalArgumentException(flag + " (expected: one of\n" + HELP + ")");
    };
  }

  private static int number(String flag, String text) {
    try {
      int number = Integer.parseInt(text);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw new IllegalArgumentException(flag + ": " + text + " (expected: a number from 1)");
  }
}
