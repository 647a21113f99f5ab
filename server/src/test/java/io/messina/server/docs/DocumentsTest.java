package io.messina.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.config.Option;
import io.messina.server.config.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables of the documents are those of the code: nothing is missing, nothing is too much. */
class DocumentsTest {

  private static final String ROW = "| `";

  @Test
  void every_problem_stands_in_the_document() throws IOException {
    assertThat(rows("../docs/errors.md"))
        .containsExactlyElementsOf(
            Arrays.stream(ProblemCode.values()).map(DocumentsTest::row).toList());
  }

  @Test
  void every_option_stands_in_the_document() throws IOException {
    assertThat(rows("../docs/operator/configuration.md"))
        .containsExactlyElementsOf(Options.ALL.stream().map(DocumentsTest::row).toList());
  }

  private static List<String> rows(String file) throws IOException {
    return Files.readAllLines(Path.of(file)).stream().filter(line -> line.startsWith(ROW)).toList();
  }

  private static String row(ProblemCode code) {
    String again = code.isRetryable() ? "after " + code.retryAfterSeconds() + " s" : "no";
    return ROW
        + String.join(" | ", code + "`", code.status() + "", code.title(), code.action(), again)
        + " |";
  }

  private static String row(Option<?> option) {
    return ROW
        + String.join(
            " | ",
            option.name() + "`",
            "`" + option.variable() + "`",
            option.standardText().map(text -> "`" + text + "`").orElse("none"),
            option.expected(),
            option.sentence())
        + " |";
  }
}
