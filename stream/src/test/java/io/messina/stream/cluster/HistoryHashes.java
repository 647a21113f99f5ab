package io.messina.stream.cluster;

import java.util.List;
import java.util.stream.LongStream;

/** Prints what the first histories come to: a program of its own, for a process of its own. */
final class HistoryHashes {

  private static final int HISTORIES = 20;

  private HistoryHashes() {}

  /** Prints a hash a line. */
  public static void main(String[] args) {
    hashes().forEach(System.out::println);
    System.exit(0);
  }

  /** The hashes of histories, in the order of their seeds. */
  static List<String> hashes() {
    return LongStream.rangeClosed(1, HISTORIES).mapToObj(HistoryHashes::hash).toList();
  }

  private static String hash(long seed) {
    ClusterWorld.Outcome outcome = ClusterWorld.run(seed, Wiring.of(seed), PlantedBug.NOTHING);
    return "seed " + seed + " " + Long.toHexString(outcome.history());
  }
}
