package io.messina.bench.features;

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
 * @param rate requests per second, all in all; 0 for one after the other on each connection
 * @param lists that are filled
 * @param store a keyspace instead of the embedded store
 * @param baseline {@code bench/target/unchecked} of another build, to compare with
 * @param javaOptions of the server's JVM
 */
record FeatureSettings(
    int rounds,
    Duration length,
    int connections,
    int rate,
    int lists,
    Optional<String> store,
    Optional<Path> baseline,
    List<String> javaOptions) {

  static final String HELP =
      """
        --rounds N          rounds of each server, in turns; after one more that does not count (5)
        --seconds N         length of a round (10)
        --connections N     connections that are busy (as the arm says)
        --rate N            requests per second; 0 for one after the other on each connection (as the arm
                            says)
        --lists N           lists of 500 items that are filled, and entities with scalars up to 1000;
                            at least 100 (2000)
        --store URL         a keyspace of a cluster instead of a fresh embedded store, as in
                            cql://127.0.0.1:9042/bench?dc=datacenter1&replication=1
        --baseline FOLDER   another build to compare with, in turns: its folder bench/target/unchecked
        --java OPTIONS      options of the server's JVM, as in "-Xmx1g -XX:+UseParallelGC"
      """;

  private static final Set<String> FLAGS =
      Set.of(
          "--rounds",
          "--seconds",
          "--connections",
          "--rate",
          "--lists",
          "--store",
          "--baseline",
          "--java");

  static FeatureSettings read(FeatureArm arm, List<String> arguments) {
    Map<String, String> given = new HashMap<>();
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String flag = rest.next();
      if (!FLAGS.contains(flag) || !rest.hasNext()) {
        throw new IllegalArgumentException(
            flag + " (expected: a value behind one of\n" + HELP + ")");
      }
      given.put(flag, rest.next());
    }
    return new FeatureSettings(
        number(given, "--rounds", 5, 1),
        Duration.ofSeconds(number(given, "--seconds", 10, 1)),
        number(given, "--connections", arm.connections(), 1),
        number(given, "--rate", arm.rate(), 0),
        number(given, "--lists", 2_000, FeatureRequests.MANY),
        Optional.ofNullable(given.get("--store")),
        Optional.ofNullable(given.get("--baseline")).map(Path::of),
        Optional.ofNullable(given.get("--java"))
            .map(options -> List.of(options.strip().split(" +")))
            .orElse(List.of()));
  }

  private static int number(Map<String, String> given, String flag, int standard, int min) {
    String text = given.getOrDefault(flag, Integer.toString(standard));
    try {
      int number = Integer.parseInt(text);
      if (number >= min) {
        return number;
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw new IllegalArgumentException(
        flag + ": " + text + " (expected: a number from " + min + ")");
  }
}
