package io.messina.stream.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
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
}
