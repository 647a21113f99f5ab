package io.messina.bench.features;

import io.messina.bench.figures.Flags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of an arm.
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

  static FeatureSettings read(FeatureArm arm, List<String> arguments) {
    Flags flags = Flags.read(HELP, arguments);
    return new FeatureSettings(
        flags.number("--rounds", 5),
        Duration.ofSeconds(flags.number("--seconds", 10)),
        flags.number("--connections", arm.connections()),
        flags.number("--rate", arm.rate(), 0),
        flags.number("--lists", 2_000, FeatureRequests.MANY),
        flags.find("--store"),
        flags.find("--baseline").map(Path::of),
        flags.words("--java"));
  }
}
