package io.messina.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DecisionsTest {

  private static final Path FOLDER = Path.of("../docs/decisions");
  private static final String INDEX = "README.md";

  @Test
  void the_index_names_each_decision_by_its_title_in_their_order() throws IOException {
    List<String> listed =
        Files.readAllLines(FOLDER.resolve(INDEX)).stream()
            .filter(line -> line.startsWith("| ["))
            .toList();
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(listed)
          .isNotEmpty()
          .containsExactlyElementsOf(
              files
                  .filter(file -> !file.endsWith(INDEX))
                  .sorted()
                  .map(DecisionsTest::row)
                  .toList());
    }
  }

  private static String row(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      String[] title = lines.findFirst().orElse("").replaceFirst("# ", "").split("\\. ", 2);
      return "| [" + title[0] + "](" + file.getFileName() + ") | " + title[title.length - 1] + " |";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
