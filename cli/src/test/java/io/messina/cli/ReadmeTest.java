package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cassandra.CassandraForTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What README and the pages beside it show is what is so. */
class ReadmeTest {

  private static final Path README = Path.of("../README.md");
  private static final Path EXAMPLE =
      Path.of("src/test/java/io/messina/cli/readme/StoreExampleTest.java");

  /** Run by whoever runs this test. */
  private static final String BUILD = "mvn verify";

  /** A file that a page shows. */
  private static final Pattern FILE =
      Pattern.compile("(?m)^\\* `([\\w-]+\\.n?d?json)`: `(\\{.*})`$");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/cli.md",
        "docs/features.md",
        "docs/sinks.md",
        "docs/messaging.md",
        "docs/operator/server.md",
        "docs/operator/monitoring.md",
        "docs/coming-from.md"
      })
  void every_command_works_one_after_the_other(String page) throws Exception {
    Files.writeString(folder.resolve("clicks.ndjson"), "{\"user\":\"ada\",\"page\":\"Loom\"}\n");
    Files.writeString(
        folder.resolve("orders.csv"), "CustomerID,InvoiceDate\n17850,2010-12-01 08:26:00\n");
    for (MatchResult file : FILE.matcher(Files.readString(page(page))).results().toList()) {
      Files.writeString(folder.resolve(file.group(1)), file.group(2) + "\n");
    }
    try (Terminal terminal = new Terminal(folder)) {
      runAll(terminal, page);
    }
  }

  @Test
  void every_command_about_placement_works_on_a_database() throws Exception {
    String keyspace = CassandraForTests.keyspace("messina_placement");
    try (Terminal terminal = new Terminal(folder)) {
      terminal.run(
          "./messina serve --state "
              + folder.resolve("state")
              + " --store "
              + TestStore.url(keyspace));
      runAll(terminal, "docs/operator/database/placement.md");
    }
  }

  private static Path page(String page) {
    return Path.of("..").resolve(page);
  }

  private static void runAll(Terminal terminal, String page) throws Exception {
    List<String> lines =
        blocks(page(page), "sh")
            .flatMap(String::lines)
            .filter(line -> !line.equals(BUILD))
            .toList();
    assertThat(lines).isNotEmpty();
    for (String line : lines) {
      terminal.run(line);
    }
  }

  @Test
  void the_example_is_one_that_compiles_and_runs() throws IOException {
    List<String> lines = Files.readAllLines(EXAMPLE);
    int begin = lines.indexOf("  // README: begin");
    int end = lines.indexOf("  // README: end");
    assertThat(begin).isPositive();
    String example = String.join("\n", lines.subList(begin + 1, end)).stripTrailing().stripIndent();
    assertThat(blocks(README, "java")).containsExactly(example);
  }

  private static Stream<String> blocks(Path page, String language) throws IOException {
    return Pattern.compile("```" + language + "\n(.*?)\n```", Pattern.DOTALL)
        .matcher(Files.readString(page))
        .results()
        .map(block -> block.group(1));
  }
}
