package io.messina.stream.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A seed is one history in every process. The order of {@code Set.of}, {@code Map.of} and of
 * identity hash codes is another one in each, so two runs in one process would not notice them.
 */
@FullBuild("that a seed is one history in one process is tried in each build")
final class HistoriesOfTwoProcessesTest {

  @Test
  void two_processes_see_the_same_histories() throws Exception {
    Process other = start();
    try {
      List<String> mine = HistoryHashes.hashes();
      assertThat(lines(other)).isEqualTo(mine);
    } finally {
      other.destroyForcibly();
    }
  }

  /** The other one makes up identity hash codes in another way. */
  private static Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=0",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            HistoryHashes.class.getName())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static List<String> lines(Process process) throws IOException {
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      return output.lines().toList();
    }
  }

  /** Prints what the first histories come to: a program of its own, for a process of its own. */
  static final class HistoryHashes {

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
}
