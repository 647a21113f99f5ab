package io.messina.server.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.messina.server.RunningNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every line of curl in the document works. */
class HttpApiDocumentTest {

  @TempDir private Path folder;

  @Test
  @Timeout(120)
  void every_line_of_curl_works() throws Exception {
    assumeTrue(run("curl --version") == 0, "curl: none on this machine");
    List<String> lines =
        Files.readAllLines(Path.of("../docs/http-api.md")).stream()
            .filter(line -> line.startsWith("curl ") || line.startsWith("printf "))
            .toList();
    assertThat(lines).hasSizeGreaterThan(20);
    try (RunningNode node = RunningNode.in(folder)) {
      for (String line : lines) {
        assertThat(run(line.replace("http://127.0.0.1:8420", node.node().baseUrl())))
            .as(line)
            .isZero();
      }
    }
  }

  private int run(String line) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder("sh", "-c", line)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int code = process.waitFor();
    if (code != 0) {
      System.err.println(line + ": " + Files.readString(output, StandardCharsets.UTF_8));
    }
    return code;
  }
}
