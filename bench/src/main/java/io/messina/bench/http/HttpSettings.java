package io.messina.bench.http;

import io.messina.bench.figures.Flags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of an arm.
 *
 * @param rounds of each server, in turns
 * @param length of a round
 * @param connections that are busy
 * @param polls claims that wait during the round, if the arm is about them
 * @param store the keyspace of the first server; an embedded store if there is none
 * @param besideStore the keyspace of the servers that it is compared with
 * @param servers how many these are
 * @param baseline {@code bench/target/unchecked} of another build, to compare with
 * @param javaOptions of the server's JVM
 * @param besides options of the JVMs of more servers of this build, which take turns with it
 */
record HttpSettings(
    int rounds,
    Duration length,
    int connections,
    int polls,
    Optional<String> store,
    Optional<String> besideStore,
    int servers,
    Optional<Path> baseline,
    List<String> javaOptions,
    List<List<String>> besides) {

  static final String HELP =
      """
        --rounds N          rounds of each server, in turns; after one more that does not count (5)
        --seconds N         length of a round (10)
        --connections N     connections that are busy (as the arm says)
        --polls N           claims that wait in idle-polls (10000)
        --store URL         the server is on this keyspace, which must be there, not on an embedded store
        --beside-store URL  compare with servers on another keyspace, in turns; of --baseline if it is given
        --servers N         how many servers are on that; connections are spread over them (1)
        --baseline FOLDER   another build to compare with, in turns: its folder bench/target/unchecked
        --java OPTIONS      options of the server's JVM, as in "-Xmx1g -XX:+UseParallelGC"
        --beside OPTIONS    compare with a server of this build whose JVM has these options, in turns;
                            "|" separates the options of one server from those of the next
      """;

  static HttpSettings read(HttpArm arm, List<String> arguments) {
    Flags flags = Flags.read(HELP, arguments);
    return new HttpSettings(
        flags.number("--rounds", 5),
        Duration.ofSeconds(flags.number("--seconds", 10)),
        flags.number("--connections", arm.connections()),
        flags.number("--polls", 10_000),
        flags.find("--store"),
        flags.find("--beside-store"),
        flags.number("--servers", 1),
        flags.find("--baseline").map(Path::of),
        flags.words("--java"),
        flags
            .find("--beside")
            .map(all -> Stream.of(all.split("[|]", -1)).map(HttpSettings::words).toList())
            .orElse(List.of()));
  }

  /**
   * The keyspace for an arm that is about several servers.
   *
   * @throws IllegalArgumentException with a sentence, if there is none
   */
  String keyspace() {
    return store.orElseThrow(
        () ->
            new IllegalArgumentException(
                "--store: none (expected: a keyspace, as the arm is about several servers)"));
  }

  private static List<String> words(String options) {
    return List.of(options.strip().split(" +"));
  }
}
