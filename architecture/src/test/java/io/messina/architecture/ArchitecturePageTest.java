package io.messina.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.database.ServerTables;
import io.messina.store.Column;
import io.messina.store.Table;
import io.messina.stream.owner.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/architecture.md says of modules, tables, sections and classes is what is there. */
class ArchitecturePageTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern MODULE = Pattern.compile("<module>([a-z-]+)</module>");

  /** A block of code that begins with the name of its file. */
  private static final Pattern QUOTE =
      Pattern.compile("```\\w+\\n(?://|#) (\\S+)\\n(.*?)```", Pattern.DOTALL);

  private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]+[A-Za-z]*)[.`]");

  @Test
  void each_table_has_a_row_with_its_kind_its_key_and_its_columns() throws IOException {
    assertThat(rows("## Tables").filter(row -> row[1].matches("plain|fenced")))
        .extracting(row -> String.join(" | ", Arrays.copyOf(row, 4)))
        .containsExactlyInAnyOrderElementsOf(
            ServerTables.ALL.stream()
                .collect(Collectors.groupingBy(ArchitecturePageTest::shape))
                .entrySet()
                .stream()
                .map(same -> quoted(same.getValue(), Table::name) + " | " + same.getKey())
                .toList());
  }

  /** Its row behind the name: tables that differ in their names only share one. */
  private static String shape(Table table) {
    String key = quoted(table.partitionColumns(), Column::name);
    String order = quoted(table.clusteringColumns(), Column::name);
    return String.join(
        " | ",
        table.kind().name().toLowerCase(Locale.ROOT),
        order.isEmpty() ? key : key + " · " + order,
        Stream.concat(
                table.staticColumns().stream().map(each -> "static `" + each.name() + "`"),
                table.columns().stream().map(each -> "`" + each.name() + "`"))
            .collect(Collectors.joining(", ")));
  }

  private static <T> String quoted(List<? extends T> all, Function<T, String> name) {
    return all.stream().map(each -> "`" + name.apply(each) + "`").collect(Collectors.joining(", "));
  }

  @Test
  void each_section_of_the_fenced_state_has_a_row() throws IOException {
    List<String> sections = Arrays.stream(Section.values()).map(Section::value).toList();
    assertThat(rows("## Tables").filter(row -> row.length == 2).map(row -> unquoted(row[0])))
        .containsExactlyElementsOf(sections);
  }

  @Test
  void each_class_that_is_named_is_there() throws IOException {
    Set<String> sources = sources();
    assertThat(CLASS.matcher(text()).results().map(found -> found.group(1)).distinct())
        .isNotEmpty()
        .allMatch(sources::contains);
  }

  @ParameterizedTest
  @CsvSource({"## A resource in three places,9", "## A job in three places,7"})
  void each_line_that_is_quoted_is_in_its_file_in_this_order(String title, int files)
      throws IOException {
    List<MatchResult> quotes = QUOTE.matcher(section(title)).results().toList();
    assertThat(quotes).hasSizeGreaterThanOrEqualTo(files);
    for (MatchResult quote : quotes) {
      assertThat(Files.readAllLines(ROOT.resolve(quote.group(1))))
          .as(quote.group(1))
          .containsSubsequence(quote.group(2).lines().toList());
    }
  }

  @Test
  void each_module_is_named_here_and_among_the_folders_of_the_readme() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    String modules = section("## Modules");
    assertThat(modules())
        .isNotEmpty()
        .allMatch(module -> readme.contains("| [`" + module + "`](" + module + ") |"))
        .allMatch(module -> modules.contains("`" + module + "`"));
  }

  /** The folders of the root pom, without those that hold the tests of others. */
  private static List<String> modules() throws IOException {
    return MODULE
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static String unquoted(String cell) {
    Matcher quoted = QUOTED.matcher(cell);
    return quoted.find() ? quoted.group(1) : "";
  }

  /** The cells of the tables of a section, without titles. */
  private static Stream<String[]> rows(String title) throws IOException {
    return section(title)
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(2, line.length() - 2).split(" \\| "));
  }

  private static String section(String title) throws IOException {
    return text().split(Pattern.quote(title) + "\n", 2)[1].split("\n## ", 2)[0];
  }

  private static String text() throws IOException {
    return Files.readString(ROOT.resolve("docs/architecture.md"));
  }

  private static Set<String> sources() throws IOException {
    try (Stream<Path> files =
        Files.find(ROOT, 20, (path, _) -> path.toString().matches(".*/src/\\w+/java/.*\\.java"))) {
      return files
          .map(path -> path.getFileName().toString().replace(".java", ""))
          .collect(Collectors.toSet());
    }
  }
}
