package io.messina.server.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.messina.server.RunningNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the Python client, against this server. */
class PythonClientTest {

  private static final Path CLIENT = Path.of("../clients/python");

  @TempDir private Path folder;

  /** The files at the same time, as they wait more than they work. */
  @Test
  @Timeout(600)
  void the_tests_of_the_python_client_pass_against_this_server() throws Exception {
    assumeTrue(hasPython(), "python3: none on this machine (expected: 3.9 or newer)");
    try (RunningNode node = RunningNode.in(folder, "--durability", "os")) {
      Map<String, Process> runs = new LinkedHashMap<>();
      for (String module : modules()) {
        runs.put(module, start(module, node.node().baseUrl()));
      }
      for (Map.Entry<String, Process> run : runs.entrySet()) {
        String module = run.getKey();
        assertThat(run.getValue().waitFor()).as(() -> output(module)).isZero();
        assertThat(output(module)).contains("\nOK").doesNotContain("MESSINA_URL is not set");
      }
    }
  }

  private static List<String> modules() throws IOException {
    try (Stream<Path> files = Files.list(CLIENT)) {
      List<String> modules =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.matches("test_.*\\.py"))
              .map(name -> name.substring(0, name.length() - ".py".length()))
              .toList();
      assertThat(modules).contains("test_messina", "test_messina_on_server");
      return modules;
    }
  }

  private Process start(String module, String url) throws IOException {
    ProcessBuilder tests =
        new ProcessBuilder("python3", "-m", "unittest", module)
            .directory(CLIENT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(module).toFile());
    tests.environment().put("MESSINA_URL", url);
    if (!Boolean.getBoolean("messina.test.everything")) {
      tests.environment().put("MESSINA_QUICK", "true");
    }
    tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    return tests.start();
  }

  static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private String output(String module) {
    try {
      return Files.readString(folder.resolve(module));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
