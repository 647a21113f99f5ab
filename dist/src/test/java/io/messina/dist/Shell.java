package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Programs of the machine. */
final class Shell {

  private Shell() {}

  /** Passes over a test, and says why, where it cannot be run. */
  static void assumeRootWith(String... programs) {
    assumeTrue("root".equals(System.getProperty("user.name")), "this test needs root, for chroot");
    assumePrograms(programs);
  }

  static void assumePrograms(String... programs) {
    List<String> missing = Arrays.stream(programs).filter(each -> !isInstalled(each)).toList();
    assumeTrue(
        missing.isEmpty(),
        "this test needs packages of Debian: apt-get install " + String.join(" ", missing));
  }

  private static boolean isInstalled(String program) {
    return Stream.of("/usr/bin", "/usr/sbin", "/bin")
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Runs a program to its end, which must be good, and returns all that it printed. */
  static String run(String... command) throws IOException, InterruptedException {
    return output(new ProcessBuilder(command));
  }

  static String output(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s\n%s", builder.command(), text).isZero();
    return text;
  }
}
