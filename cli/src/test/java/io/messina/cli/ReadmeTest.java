package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What README shows is what is so. */
class ReadmeTest {

  private static final Path README = Path.of("../README.md");
  private static final Path EXAMPLE =
      Path.of("src/test/java/io/messina/cli/readme/StoreExampleTest.java");
  private static final String LAUNCHER = "./messina ";
  private static final Set<String> FILE_OPTIONS = Set.of("--data", "--json");

  /** Run by whoever runs this test. */
  private static final String BUILD = "mvn verify";

  @TempDir private Path folder;

  static Stream<String> commands() throws IOException {
    return blocks("sh").flatMap(String::lines).filter(line -> !line.equals(BUILD));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_command_runs(String line) {
    assertThat(line).startsWith(LAUNCHER);
    String command = line.substring(LAUNCHER.length()).replaceFirst(" +#.*", "");
    CommandRun run = CommandRun.of(inFolder(command.split(" +", -1)));
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  @Test
  void the_example_is_one_that_compiles_and_runs() throws IOException {
    List<String> lines = Files.readAllLines(EXAMPLE);
    int begin = lines.indexOf("  // README: begin");
    int end = lines.indexOf("  // README: end");
    assertThat(begin).isPositive();
    String example = String.join("\n", lines.subList(begin + 1, end)).stripTrailing().stripIndent();
    assertThat(blocks("java")).containsExactly(example);
  }

  /** Lets the files that a command names be in the folder of this test. */
  private String[] inFolder(String[] words) {
    List<String> arguments = new ArrayList<>();
    for (String word : words) {
      boolean names = !arguments.isEmpty() && FILE_OPTIONS.contains(arguments.getLast());
      arguments.add(names ? folder.resolve(word).toString() : word);
    }
    return arguments.toArray(String[]::new);
  }

  private static Stream<String> blocks(String language) throws IOException {
    return Pattern.compile("```" + language + "\n(.*?)\n```", Pattern.DOTALL)
        .matcher(Files.readString(README))
        .results()
        .map(block -> block.group(1));
  }
}
