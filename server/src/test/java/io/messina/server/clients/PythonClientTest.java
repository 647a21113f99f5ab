package io.messina.server.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.messina.server.streams.RunningNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the Python client, against this server. */
class PythonClientTest {

  @TempDir private Path folder;

  @Test
  @Timeout(600)
  void the_tests_of_the_python_client_pass_against_this_server() throws Exception {
    assumeTrue(hasPython(), "python3: none on this machine (expected: 3.9 or newer)");
    Path output = folder.resolve("output");
    try (RunningNode node = RunningNode.in(folder)) {
      ProcessBuilder tests =
          new ProcessBuilder(
                  "python3",
                  "-m",
                  "unittest",
                  "test_messina",
                  "test_messina_features",
                  "test_messina_features_on_server")
              .directory(new File("../clients/python"))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      tests.environment().put("MESSINA_URL", node.node().baseUrl());
      tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
      assertThat(tests.start().waitFor()).as(() -> text(output)).isZero();
    }
    assertThat(text(output)).doesNotContain("MESSINA_URL is not set");
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
