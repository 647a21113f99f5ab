package io.messina.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Beside each promise of docs/guarantees.md stand the tests that hold it, and beside each history
 * of docs/developer/histories.md those that play it.
 */
class GuaranteesTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern REFERENCE = Pattern.compile("`(\\w+)\\.([a-z0-9]+(?:_[a-z0-9]+)+)`");
  private static final Pattern BULLET = Pattern.compile("(?m)^\\* (?:.+\n)+?(?=\\* |\n)");
  private static final String PROMISES = "docs/guarantees.md";
  private static final int PROMISES_MIN = 30;
  private static final String HISTORIES = "docs/developer/histories.md";
  private static final int HISTORIES_COUNT = 27;

  @Test
  void each_promise_names_a_test() throws IOException {
    List<String> promises = promises();
    assertThat(promises).hasSizeGreaterThan(PROMISES_MIN);
    assertThat(promises)
        .allSatisfy(promise -> assertThat(REFERENCE.matcher(promise).find()).as(promise).isTrue());
  }

  @Test
  void each_of_the_histories_names_a_test() throws IOException {
    List<String> histories =
        text(HISTORIES).lines().filter(line -> line.matches("\\| \\d+ \\|.*")).toList();
    assertThat(histories)
        .hasSize(HISTORIES_COUNT)
        .allSatisfy(history -> assertThat(REFERENCE.matcher(history).find()).as(history).isTrue());
  }

  @ParameterizedTest
  @ValueSource(strings = {PROMISES, HISTORIES})
  void each_test_that_is_named_is_there(String page) throws IOException {
    Map<String, String> sources = testSources();
    List<String> missing =
        REFERENCE
            .matcher(text(page))
            .results()
            .filter(reference -> !isThere(sources, reference))
            .map(MatchResult::group)
            .toList();
    assertThat(missing).isEmpty();
  }

  private static boolean isThere(Map<String, String> sources, MatchResult reference) {
    return sources
        .getOrDefault(reference.group(1), "")
        .contains(" void " + reference.group(2) + "(");
  }

  /** The bullets of the first section, and the rows of the two tables of what may happen. */
  private static List<String> promises() throws IOException {
    Stream<String> bullets =
        BULLET.matcher(section("## In short") + "\n").results().map(MatchResult::group);
    Stream<String> rows =
        Stream.of("## Failures", "## Sending things twice")
            .flatMap(title -> section(title).lines().filter(line -> line.startsWith("| ")).skip(1));
    return Stream.concat(bullets, rows).toList();
  }

  /** Up to the next title of any depth. */
  private static String section(String title) {
    try {
      String rest = text(PROMISES).split(Pattern.quote(title) + "\n", 2)[1];
      return rest.split("\n##", 2)[0];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(String page) throws IOException {
    return Files.readString(ROOT.resolve(page));
  }

  private static Map<String, String> testSources() throws IOException {
    try (Stream<Path> files = Files.find(ROOT, 20, (path, _) -> isTest(path))) {
      return files.collect(
          Collectors.toMap(GuaranteesTest::name, GuaranteesTest::source, String::concat));
    }
  }

  private static boolean isTest(Path path) {
    return path.toString().matches(".*/src/(test|main)/java/.*(Test|Contract)\\.java");
  }

  private static String name(Path path) {
    return path.getFileName().toString().replace(".java", "");
  }

  private static String source(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
