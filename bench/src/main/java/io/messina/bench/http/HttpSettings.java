package io.messina.bench.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How an arm is run.
 *
 * @param rounds of each server, in turns
 * @param length of a round
 * @param connections that are busy
 * @param polls claims that wait meanwhile, where the arm is about them
 * @param baseline {@code bench/target/unchecked} of another build, to compare with
 * @param javaOptions of the server's JVM
 */
record HttpSettings(
    int rounds,
    Duration length,
    int connections,
    int polls,
    Optional<Path> baseline,
    List<String> javaOptions) {

  static final String HELP =
      """
        --rounds N          rounds of each server, in turns; after one more that does not count (5)
        --seconds N         length of a round (10)
        --connections N     connections that are busy (as the arm says)
        --polls N           claims that wait in idle-polls (10000)
        --baseline FOLDER   another build to compare with, in turns: its folder bench/target/unchecked
        --java OPTIONS      options of the server's JVM, as in "-Xmx1g -XX:+UseParallelGC"
      """;

  private static final Set<String> FLAGS =
      Set.of("--rounds", "--seconds", "--connections", "--polls", "--baseline", "--java");

  static HttpSettings read(HttpArm arm, List<String> arguments) {
    Map<String, String> given = new HashMap<>();
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String flag = rest.next();
      if (!FLAGS.contains(flag) || !rest.hasNext()) {
        throw new IllegalArgumentException(
            flag + " (expected: a value behind one of\n" + HELP + ")");
      }
      given.put(flag, rest.next());
    }
    return new HttpSettings(
        number(given, "--rounds", 5),
        Duration.ofSeconds(number(given, "--seconds", 10)),
        number(given, "--connections", arm.connections()),
        number(given, "--polls", 10_000),
        Optional.ofNullable(given.get("--baseline")).map(Path::of),
        Optional.ofNullable(given.get("--java"))
            .map(options -> List.of(options.strip().split(" +")))
            .orElse(List.of()));
  }

  private static int number(Map<String, String> given, String flag, int standard) {
    String text = given.getOrDefault(flag, Integer.toString(standard));
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
